// How many columns of a terminal a text takes. Wide are East Asian letters and emoji; marks that combine take none.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export function textWidth(text: string): number {
  return graphemes(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);
}

export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += widthOf(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));

// Names come from others: nothing in them may move the cursor or colour the screen.
export const plain = (text: string): string => text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
