// Invisible: white space, control and format characters, what Unicode says to ignore by default, and the empty Braille cell.
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of the text. No pattern that every reader of the document understands can say this. */
export const isVisibleText = (text: string): boolean => VISIBLE.test(text);
