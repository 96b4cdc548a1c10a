import { PAIRING_CODE_CHARACTERS } from '@vitrine/contract/screen-limits';
import { PAIRING_ALPHABET } from '@vitrine/contract/screen-words';

// The six characters that a television shows, as people type and paste them: in any case, with spaces and dashes between, or
// the whole address that its picture leads to.
export const cleanCode = (text: string): string =>
  (codeInAddress(text) ?? text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

export function codeInAddress(text: string): string | undefined {
  const query = text.split('?', 2)[1]?.split('#', 1)[0];
  return (query === undefined ? undefined : new URLSearchParams(query).get('code')) ?? undefined;
}

// What is wrong with a code that was typed, before anybody is asked about it.
export function codeFault(text: string): string | undefined {
  const code = cleanCode(text);
  if (code.length !== PAIRING_CODE_CHARACTERS) return 'Type the six characters that the television shows.';
  const strange = [...new Set(code)].filter((character) => !PAIRING_ALPHABET.includes(character));
  if (strange.length === 0) return undefined;
  return `No code has ${strange.join(' or ')} in it. Look at the television again.`;
}
