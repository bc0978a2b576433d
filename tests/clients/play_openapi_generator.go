// Plays a match of each game with the Go client that openapi-generator makes, and before that reads answers of a later version with it. It
// knows no rules: it follows the choices.
//
// The argument is JSON: the url of a server, two access tokens, and games with the options of each match.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"slices"
	"strings"

	"turnpost"
)

// More moves than a short match has: a player who only ever changes standing orders never ends one.
const maxMoves = 1000

type task struct {
	URL    string
	Tokens []string
	Games  map[string]map[string]any
}

type player struct {
	client *turnpost.APIClient
	access context.Context
}

// expect returns what a request gave. It ends the program if the request failed.
func expect[T any](answer T, response any, err error) T {
	if err != nil {
		panic(fmt.Sprint(err, response))
	}
	return answer
}

func newPlayer(url, token string) player {
	configuration := turnpost.NewConfiguration()
	configuration.Servers = turnpost.ServerConfigurations{{URL: url}}
	access := context.WithValue(context.Background(), turnpost.ContextAccessToken, token)
	return player{turnpost.NewAPIClient(configuration), access}
}

// findMove follows the choices to a complete move, at random. It passes where there is nothing else.
func (p player) findMove(id string, chance *rand.Rand) string {
	text := ""
	for {
		choices := expect(p.client.MovesAPI.ListChoices(p.access, id).SoFar(text).Execute()).Choices
		isPass := func(choice turnpost.Choice) bool { return choice.Kind == string(turnpost.CHOICEKIND_PASS) }
		if moves := slices.DeleteFunc(slices.Clone(choices), isPass); len(moves) > 0 {
			choices = moves
		}
		choice := choices[chance.Intn(len(choices))]
		if choice.Complete {
			return choice.Text
		}
		text = choice.Text
	}
}

func play(players []player, game string, options map[string]any) string {
	settings := turnpost.NewMatchSettings(game)
	settings.Options = options
	settings.SetSeating(turnpost.SEATING_JOINED)
	first, second := players[0], players[1]
	id := expect(first.client.MatchesAPI.CreateMatch(first.access).MatchSettings(*settings).Execute()).Id
	expect(second.client.MatchesAPI.JoinMatch(second.access, id).Execute())
	chance := rand.New(rand.NewSource(1))
	for moves := 0; moves < maxMoves; {
		for _, p := range players {
			match := expect(p.client.MatchesAPI.ShowMatch(p.access, id).Execute())
			page := match.GetPage()
			if match.Phase == "over" {
				file := expect(p.client.MatchesAPI.ShowBoardAs(p.access, id, "png").Execute())
				board, _ := io.ReadAll(file)
				if !strings.HasPrefix(string(board), "\x89PNG") {
					panic("not a PNG")
				}
				outcome := page.GetOutcome()
				return fmt.Sprintf("%d moves, ranks %v: %s", moves, outcome.Ranks, outcome.Reason)
			}
			if page.YourSeat.IsSet() && slices.Contains(page.Awaited, page.GetYourSeat()) {
				move := turnpost.NewMoveRequest(p.findMove(id, chance), page.Turn)
				expect(p.client.MovesAPI.SubmitMove(p.access, id).MoveRequest(*move).Execute())
				moves++
			}
		}
	}
	panic(game + ": the match is not over")
}

// read reads an answer of a later version; later.go has one for each schema.
func read[T any](answer string) {
	var into T
	if err := json.Unmarshal([]byte(answer), &into); err != nil {
		panic(fmt.Sprintf("%T: %v\n%s", into, err, answer))
	}
}

func main() {
	readLater()
	var task task
	if err := json.Unmarshal([]byte(os.Args[1]), &task); err != nil {
		panic(err)
	}
	var players []player
	for _, token := range task.Tokens {
		players = append(players, newPlayer(task.URL, token))
	}
	for game, options := range task.Games {
		fmt.Println(game+":", play(players, game, options))
	}
}
