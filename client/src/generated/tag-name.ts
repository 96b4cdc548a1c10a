// Copied from the contract by client/scripts/write-types.mjs: do not edit by hand.
// `npm run types -w @vitrine/client` copies it anew; a test fails when it is stale.

// What makes two names the same tag: one function for the service, the client, the command line and the console.
// `npm run types -w @vitrine/client` copies this file into the client, so it imports nothing.

/** A name as it is kept: trimmed, runs of white space made one space. */
export function cleanTagName(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}

/** Two names are the same tag when their keys are equal: case and spacing do not count, all else does. */
export function tagNameKey(name: string): string {
  return foldCase(cleanTagName(name.normalize('NFC'))).normalize('NFC');
}

// Lower, upper and lower case again is full case folding (lower first for ẞ, which has no other upper case) but for two
// letters: lower-casing writes a final sigma by its place in the word, which would hide it from a search for the letter
// alone; and the dotless i, a letter of its own, would become i.
export function foldCase(text: string): string {
  return text
    .split('ı')
    .map((piece) => piece.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı');
}
