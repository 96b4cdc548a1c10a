import { createHmac } from 'node:crypto';
import { CHANGE_TYPES, signWebhook, type Change } from '@vitrine/client';
import { InvalidArgumentError, type Command } from 'commander';
import { command, type Context } from './command.js';
import { requireLogin } from './config.js';
import { CliError } from './errors.js';
import { follow, onExpiredOption, type Start } from './follow.js';
import { forward, type Forwarded } from './forward.js';
import { print, tell, type OutputOptions } from './print.js';

type Flags = OutputOptions & {
  readonly forwardTo: string;
  readonly types?: readonly string[];
  readonly secret?: string;
  readonly cursor?: string;
  readonly oldest?: boolean;
  readonly onExpired: Start['onExpired'];
};

export const listenCommand = (context: Context): Command =>
  command('listen', 'post what happens to a program on this machine, signed as webhooks are', [
    'listen --forward-to http://localhost:3000/hook',
    'listen --forward-to localhost:3000/hook --types media.ready,campaign.started',
  ])
    .requiredOption('--forward-to <address>', 'where your program takes webhooks', parseAddress)
    .option('--types <types>', 'only these, between commas', parseTypes)
    .option('--secret <secret>', 'what they are signed with, if not what it prints at its start')
    .option('--oldest', 'begin with everything that is kept')
    .option('--cursor <cursor>', 'begin behind this place')
    .addOption(onExpiredOption())
    .action((flags: Flags) => listen(context, flags));

async function listen(context: Context, flags: Flags): Promise<void> {
  const given = flags.secret ?? (context.env['VITRINE_WEBHOOK_SECRET'] || undefined);
  const secret = await requireSecret(context, given);
  const receiver = { address: flags.forwardTo, secret, signal: context.signal };
  const { onExpired } = flags;
  const changes = await follow(context, { cursor: flags.cursor ?? (flags.oldest ? 'oldest' : undefined), onExpired });
  if (!flags.quiet) {
    tell(`What happens is posted to ${receiver.address}. Ctrl-C ends it.`);
    if (given === undefined) tell(`Signed with ${secret} (the same each time with this token).`);
  }
  for await (const change of changes) {
    if (flags.types !== undefined && !flags.types.includes(change.type)) continue;
    const forwarded = await forward(receiver, change);
    // Going on would move the cursor past what was never posted.
    if (forwarded === undefined) break;
    show(change, forwarded, flags);
  }
  if (!flags.quiet) tell(`--cursor ${changes.cursor ?? ''}`);
}

// Made from the token, so that it is the same each time and what the program was once told stays right; and by a hash, so
// that nobody learns the token from it.
async function requireSecret({ env }: Context, given: string | undefined): Promise<string> {
  if (given === undefined) {
    const { token } = await requireLogin(env);
    return `whsec_${createHmac('sha256', token).update('vitrine listen').digest('base64')}`;
  }
  await signWebhook(given, { id: '', timestamp: 0, body: '' }).catch(() => {
    throw new CliError('The secret must be whsec_ and the base64 of 24 to 64 bytes.');
  });
  return given;
}

const TYPE_WIDTH = 'campaign.published'.length;

function show(change: Change, { status, ms, failure }: Forwarded, { json, quiet }: Flags): void {
  if (json) return print(JSON.stringify({ ...change, status, ms, failure }));
  const line = `${change.at}  ${change.type.padEnd(TYPE_WIDTH)}  ${status ?? '---'}  ${ms} ms`;
  if (failure !== undefined) return print(`${line}  ${failure}`);
  if (!quiet) print(line);
}

function parseAddress(text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Write an address such as http://localhost:3000/hook.');
  }
  return url.href;
}

function parseTypes(text: string, before: readonly string[] = []): string[] {
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.find((type) => !CHANGE_TYPES.some((known) => known === type));
  if (unknown === undefined) return [...before, ...types];
  throw new InvalidArgumentError(`There is no ${unknown}. There are: ${CHANGE_TYPES.join(', ')}.`);
}
