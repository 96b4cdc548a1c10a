// What makes two texts the same when case and form do not matter: NFKC, then full case folding, for all of Unicode.
export function foldText(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC');
}

// Lower, upper and lower case again is full case folding (lower first for ẞ, which has no other upper case) but for two
// letters: lower-casing writes a final sigma by its place in the word, which would hide it from a search for the letter
// alone; and the dotless i, a letter of its own, would become i.
function foldCase(text: string): string {
  return text
    .split('ı')
    .map((piece) => piece.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı');
}

// NFKC turns this space into a plain one, so no folded text holds it: nothing can match across name and description.
const BETWEEN = '\u2003';

export function searchText(name: string, description: string | null = null): string {
  return description === null ? foldText(name) : `${foldText(name)}${BETWEEN}${foldText(description)}`;
}
