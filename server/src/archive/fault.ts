// One thing wrong with an archive: where, and a sentence that says what is there and what is expected.
export type Segment = string | number;
export type Fault = { readonly path: readonly Segment[]; readonly message: string };

const PLAIN_KEY = /^[A-Za-z_]\w*$/;

// `campaigns[3].versions[0].flight.start`; a key that is no plain word is quoted.
export function toPathText(path: readonly Segment[]): string {
  if (path.length === 0) return 'archive';
  return path.map(toSegmentText).join('').replace(/^\./, '');
}

function toSegmentText(segment: Segment): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return PLAIN_KEY.test(segment) ? `.${segment}` : `[${shown(segment)}]`;
}

const CHARACTERS_SHOWN = 60;

// A value of the file inside a sentence: on one line, and cut.
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  // A cut through a pair of surrogates must not leave half of it in the sentence.
  return text.length <= CHARACTERS_SHOWN ? text : `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…`;
}
