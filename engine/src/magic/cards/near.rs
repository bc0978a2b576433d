//! The nearest of known words to one that is not known.

/// The known word that is nearest to this one: at most one letter of three is other, missing, too many, or stands in the place of its neighbour.
/// Of equals the first.
pub(super) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let letters: Vec<char> = word.to_lowercase().chars().collect();
    let max = (letters.len() / 3).min(3);
    let distance = |known: &&str| distance(&letters, &known.to_lowercase().chars().collect::<Vec<_>>());
    let near = known
        .into_iter()
        .filter_map(|known| Some((distance(&known), known)).filter(|(far, _)| (1..=max).contains(far)));
    near.min_by_key(|(far, _)| *far).map(|(_, known)| known)
}

/// How many letters have to be put, taken away, changed, or swapped with their neighbour.
pub(in crate::magic) fn distance<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let (mut before, mut above) = (vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<usize>>());
    let mut line = before.clone();
    for (row, letter) in a.iter().enumerate() {
        line[0] = row + 1;
        for (column, other) in b.iter().enumerate() {
            let changed = above[column] + usize::from(letter != other);
            let mut least = changed.min(above[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && b[column - 1] == *letter && a[row - 1] == *other {
                least = least.min(before[column - 1] + 1);
            }
            line[column + 1] = least;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut line);
    }
    above[b.len()]
}
