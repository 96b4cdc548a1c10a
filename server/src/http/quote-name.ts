const CHARACTERS_SHOWN = 40;
// Control, format and bidirectional characters and line separators.
const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns the caller's own text in quotes, cut and escaped, so that a message stays one readable line. */
export function quoteName(name: string): string {
  const shown = Array.from(name).slice(0, CHARACTERS_SHOWN).join('');
  return JSON.stringify(shown).replace(NOT_PRINTABLE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
