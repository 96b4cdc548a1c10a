import { CommanderError, Command } from 'commander';
import { EXIT_REFUSED, EXIT_USAGE, command, sentenceOf } from './commands/command.js';
import { ownVersion } from './shipped.js';

type Load = () => Promise<() => Command>;

// The service is most of the code: loaded only when it is asked for, every other command answers in half the time.
const serveCommand = (): Command =>
  command('serve', 'start the service and stay in the foreground').action(async () => {
    const { serve } = await import('./commands/serve.js');
    await serve();
  });

// In the order of the help.
const COMMANDS: Readonly<Record<string, Load>> = {
  serve: async () => serveCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
  migrate: async () => (await import('./commands/installation.js')).migrateCommand,
  import: async () => (await import('./commands/archive.js')).importCommand,
  export: async () => (await import('./commands/archive.js')).exportCommand,
  backup: async () => (await import('./commands/backup.js')).backupCommand,
  restore: async () => (await import('./commands/backup.js')).restoreCommand,
  merchant: async () => (await import('./commands/merchant.js')).merchantCommands,
  person: async () => (await import('./commands/person.js')).personCommands,
  token: async () => (await import('./commands/token.js')).tokenCommands,
  screen: async () => (await import('./commands/screen.js')).screenCommands,
  changes: async () => (await import('./commands/changes.js')).changesCommands,
  activity: async () => (await import('./commands/activity.js')).activityCommand,
  storage: async () => (await import('./commands/storage.js')).storageCommands,
  'secret-key': async () => (await import('./commands/secret-key.js')).secretKeyCommands,
  demo: async () => (await import('./commands/installation.js')).demoCommand,
};

// A command does without the code of the others; the help, and what is spelt wrong, need all of them.
function commandsFor([name = '']: readonly string[]): readonly Load[] {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return load === undefined ? Object.values(COMMANDS) : [load];
}

// Exit codes: 0 done, 1 refused (with a sentence that says why), 2 wrong usage.
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('vitrine-server')
    .description("Vitrine: the content service behind a merchant's screens")
    .version(ownVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help');
  for (const load of commandsFor(args)) program.addCommand((await load())());
  overrideExit(program);
  process.stdout.on('error', ignoreClosedPipe);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed what was wrong, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    const sentence = sentenceOf(error);
    process.stderr.write(sentence === undefined ? `Unexpected failure: ${detail(error)}\n` : `${sentence}\n`);
    return EXIT_REFUSED;
  }
}

// `vitrine-server export … | head`: who reads has seen enough; what is open must still be closed in order.
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function overrideExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(overrideExit);
}

const detail = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
