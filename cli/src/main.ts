import { readFileSync } from 'node:fs';
import { CursorExpiredError } from '@vitrine/client';
import { Command, CommanderError } from 'commander';
import { campaignsCommands } from './campaigns.js';
import { changesCommand } from './changes.js';
import { completionCommand } from './completion.js';
import { EXIT_CURSOR_EXPIRED, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE, type Context } from './command.js';
import { sentenceOf } from './errors.js';
import { listenCommand } from './listen.js';
import { loginCommand, logoutCommand, whoamiCommand } from './login.js';
import { mediaCommands } from './media.js';
import { playlistsCommands } from './playlists.js';
import { tagsCommands } from './tags.js';

const COMMANDS = [
  loginCommand,
  logoutCommand,
  whoamiCommand,
  mediaCommands,
  campaignsCommands,
  playlistsCommands,
  tagsCommands,
  changesCommand,
  listenCommand,
  completionCommand,
];

// Exit codes: 0 done, 1 failed in part or in all, 2 wrong usage, 3 expired cursor, 130 interrupted.
export async function main(args: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  const context: Context = { env: process.env, signal: interruption.signal, exitCode: 0, outlivesReader: false };
  watchSignals(interruption, context);
  try {
    await newProgram(context).parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Commander has printed what was wrong, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    if (interruption.signal.aborted) return EXIT_INTERRUPTED;
    process.stderr.write(`${sentenceOf(error) ?? `Unexpected failure: ${detail(error)}`}\n`);
    return error instanceof CursorExpiredError ? EXIT_CURSOR_EXPIRED : EXIT_FAILED;
  }
}

export function newProgram(context: Context): Command {
  const program = new Command('vitrine')
    .description("The integrator's command line: a merchant's media, campaigns, playlists and tags")
    .version(ownVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', HELP);
  for (const make of COMMANDS) program.addCommand(make(context, program));
  overrideExit(program);
  return program;
}

const ownVersion = (): string => versionIn(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;

const HELP = `
Examples:
  $ vitrine login --url https://signage.example.com
  $ vitrine media upload *.mp4 --tag Summer
  $ vitrine media sync ./pictures --watch
  $ vitrine media list --tag Summer --json | jq -r '.[].id'

VITRINE_URL and VITRINE_TOKEN come before what «vitrine login» stored.
Exit codes: 0 done, 1 failed in part or in all, 2 wrong usage, 3 expired cursor, 130 interrupted.`;

function overrideExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExit);
}

// The first Ctrl-C ends in order, the second at once. A reader that has seen enough (head) is no failure;
// what is printed after that, nobody gets.
function watchSignals(interruption: AbortController, context: Context): void {
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(EXIT_INTERRUPTED);
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!context.outlivesReader) process.exit(0);
  });
}

const detail = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
