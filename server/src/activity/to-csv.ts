// Lines of RFC 4180: fields with a quote, a comma or a line break are quoted, quotes are doubled, lines end in CRLF.
export const toCsvLine = (fields: readonly string[]): string => `${fields.map(toField).join(',')}\r\n`;

// A spreadsheet takes a field that begins like this for a formula, which a name that a stranger chose must not be. The
// apostrophe makes it plain text there.
const FORMULA = /^[=+\-@\t\r]/;

function toField(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
