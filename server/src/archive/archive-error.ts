import { CommandError } from '../errors.js';

// Why an archive was not imported or not written.
export class ArchiveError extends CommandError {
  override readonly name = 'ArchiveError';
}

// An import's message begins with the path of the fault, `campaigns[3].versions[0].flight.start: …`, and says what is
// there and what is expected.
export const faultAt = (path: string, message: string): ArchiveError => new ArchiveError(`${path}: ${message}`);

const CHARACTERS_SHOWN = 60;

// A value of the file inside a sentence: on one line, and cut. Of objects and lists only the kind, because a password
// may stand in one, and messages end up in logs.
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  if (/^[{[]../.test(text)) return text.startsWith('[') ? '[…]' : '{…}';
  // A cut through a pair of surrogates must not leave half of it in the sentence.
  return text.length <= CHARACTERS_SHOWN ? text : `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…`;
}
