// Lines of RFC 4180: fields with a quote, a comma or a line break are quoted, quotes are doubled, lines end in CRLF.
export const toCsvLine = (fields: readonly string[]): string => `${fields.map(toField).join(',')}\r\n`;

// A spreadsheet takes a cell that begins like this for a formula, which a name that a stranger chose must not be. The
// apostrophe makes it plain text there. A cell begins with the field, and also behind a semicolon, a tab or a line break:
// where the comma is the decimal sign, spreadsheets split lines at those and do not see our quotes.
const FORMULA = /(^|[;\t\r\n])(?=["']*[=+\-@\t\r＝＋－＠])/g;

function toField(text: string): string {
  const plain = text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
