import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CommandError } from '../errors.js';
import { checkSecretKey, findOrMakeSecretKey } from '../identity/secret-key.js';
import { command, commandGroup, withParts, type Parts } from './command.js';
import { printRow } from './print.js';

type Options = { json?: boolean; yes?: boolean };

export const secretKeyCommands = (): Command =>
  commandGroup('secret-key', 'the key that seals secrets in the database', [replace()]);

const replace = (): Command =>
  command('replace', 'go on with a new SECRET_KEY when the old one is lost')
    .option('--yes', 'do not ask for confirmation')
    .action((options: Options) => withParts((parts) => replaceKey(parts, options)));

async function replaceKey({ db, clock, config }: Parts, options: Options): Promise<void> {
  const { findUnreadable, replaceSecretKey } = await import('../webhooks/replace-secret-key.js');
  const key = await findOrMakeSecretKey(config);
  const { apps, webhooks } = await findUnreadable(db, key);
  const isCurrent = (await checkSecretKey(db, key)) === 'matches' && webhooks.length === 0;
  if (isCurrent) return printRow({ replaced: false, apps: 0, webhooks: 0 }, options);
  process.stderr.write(
    `This makes the current SECRET_KEY the key of the database. What the old key sealed cannot be read any more:\n` +
      `  ${apps.length} authenticator apps: their owners sign in with a passkey or a recovery code, or you run person reset-second-factor\n` +
      `  ${webhooks.length} webhooks: they are switched off until their owners make a new secret\n` +
      'Afterwards restart every instance with the new key.\n',
  );
  if (options.yes !== true && !(await askYes())) throw new CommandError('Nothing was changed.');
  printRow({ replaced: true, ...(await replaceSecretKey({ db, clock }, key)) }, options);
}

async function askYes(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  // At the end of the input nobody answers.
  lines.once('close', () => closed.abort());
  try {
    return (await lines.question('Type yes to go on: ', { signal: closed.signal })).trim() === 'yes';
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
