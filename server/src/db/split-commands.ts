// What separates commands or hides a separator: a comment, a text, a name in quotes, a body between dollar signs.
const PIECE = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^-'"$;]+|[^]/g;

/** The commands of a migration, each by itself: Citus sends some of them to its nodes with all that came in the same message. */
export function splitCommands(text: string): string[] {
  const commands = [''];
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ';') commands.push('');
    else if (!piece.startsWith('--')) commands.push((commands.pop() ?? '') + piece);
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}
