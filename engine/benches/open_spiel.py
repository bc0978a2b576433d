"""Random playouts of games of open_spiel: a line for each game with its name, the cells of its board, playouts/s and plies/s.

The package has no playout for Python, and a loop in Python is 1.3 to 4.5 times slower than playouts in C++. But a search of one
simulation is one call of its evaluator, which plays from the given position to the end in C++ as often as it is told to. So Python
takes part once in PLAYOUTS playouts, which costs less than a hundredth of the time.

The search does not tell how many plies it played. Their average is that of a sample, which is played in Python and not timed; it is
within 6 % (95 % interval).
"""

import random
import sys
import time

import pyspiel

# The boards are those that open_spiel takes by default, and Go on a board that is nearer to ours in size.
GAMES = [
    ("hex", 11 * 11),
    ("havannah", 169),
    ("go(board_size=9)", 9 * 9),
    ("go", 19 * 19),
    ("chess", 8 * 8),
    ("lines_of_action", 8 * 8),
]
PLAYOUTS = 20
SAMPLE = 200


def playouts_per_second(game, seconds):
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=PLAYOUTS, seed=1)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=1, verbose=False
    )
    start = game.new_initial_state()
    search.step(start)
    # Processor time of this thread, as on the other side.
    begin, calls = time.thread_time(), 0
    while time.thread_time() - begin < seconds:
        search.step(start)
        calls += 1
    return calls * PLAYOUTS / (time.thread_time() - begin)


def average_plies(game):
    dice = random.Random(1)
    plies = 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            plies += 1
    return plies / SAMPLE


for name, cells in GAMES:
    game = pyspiel.load_game(name)
    rate = playouts_per_second(game, seconds=float(sys.argv[1]))
    print(name, cells, rate, rate * average_plies(game))
