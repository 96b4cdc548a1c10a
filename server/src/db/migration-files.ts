import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { ownFile } from '../shipped.js';

export const MIGRATIONS = ownFile('migrations/');

// Returns the names of all migrations, in their order.
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
}

export const readMigration = (name: string, folder = MIGRATIONS): Promise<string> =>
  readFile(new URL(name, folder), 'utf8');

export type MigrationHash = { readonly name: string; readonly sha256: string };

// Says which schema a name stands for. Comments, and spaces outside of texts, may change.
export async function hashMigration(name: string, folder = MIGRATIONS): Promise<MigrationHash> {
  return { name, sha256: hashStatements(await readMigration(name, folder)) };
}

export const hashStatements = (text: string): string =>
  createHash('sha256').update(splitCommands(text).map(withSingleSpaces).join(';\n')).digest('hex');

// A piece separates commands, or may hide a separator: a comment, a text, a quoted name, a body between dollar signs.
const PIECE = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^-'"$;]+|[^]/g;

const withSingleSpaces = (command: string): string =>
  command.replaceAll(PIECE, (piece) => (/^['"$]/.test(piece) ? piece : piece.replaceAll(/\s+/g, ' ')));

// Returns the commands of a migration without comments. They are sent one by one: Citus sends some of them to its nodes
// together with everything in the same message.
export function splitCommands(text: string): string[] {
  const commands = [''];
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ';') commands.push('');
    else if (!piece.startsWith('--')) commands.push((commands.pop() ?? '') + piece);
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}
