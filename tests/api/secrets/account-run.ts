// What opens an account beside its password, once each: links for a password and for an email, the app and its recovery
// codes, the ticket between two steps, passkeys. Gives those that come by an address or a program, to be sent to wrong places:
// what somebody types into a search is searched for.
import type { MailServer } from '../../harness/mail-server.js';
import { secretIn } from '../../harness/mail-server.js';
import { newAuthenticator } from '../../harness/authenticator.js';
import { codeOf, fromBase32 } from '../../harness/second-factors.js';
import type { Heard } from './run-log.js';
import type { RunLog } from './run-log.js';

export type Account = { readonly merchant: string; readonly mails: MailServer };
export type Console = (method: string, path: string, body?: unknown, cookie?: string) => Promise<Heard>;

// A used challenge is kept until it would have ended, so that it is not taken again.
const USED_CHALLENGE =
  /^(?:answer POST \/(?:sign-in|me)\/.*start|table passkey_answers|file postgres\/.*|file postgres\.log|backup file tables\/passkey_answers\.copy)$/;

export async function runAccount(run: RunLog, send: Console, { merchant, mails }: Account): Promise<string[]> {
  const email = 'ada@example.com';
  const password = 'the first password of Ada';
  run.keep('password that was given', password);
  const who = ['--merchant', merchant, '--email', email, '--name', 'Ada', '--role', 'staff'];
  await run.command('person', 'create', ...who, '--password', password);
  const person = { run, send, mails, email };
  const links = await runLinks(person);
  const cookie = await signIn(person, links.password);
  const moved = await runEmail(person, cookie);
  const app = await runApp({ ...person, email: moved.email }, { cookie: moved.cookie, password: links.password });
  const challenges = await runPasskeys(person, app.cookie);
  for (const path of READS) await send('GET', path, undefined, app.cookie);
  for (const { subject, to, text, html, headers } of mails.received) {
    run.places.push({ name: `mail ${subject} to ${to.join()}`, text: [headers, text, html].join('\n') });
  }
  return [links.secret, moved.secret, app.ticket, ...challenges];
}

const READS = ['/me', '/me/account', '/me/second-factor', '/me/sessions', '/me/company'];

type Person = {
  readonly run: RunLog;
  readonly send: Console;
  readonly mails: MailServer;
  readonly email: string;
};

const sessionOf = ({ headers }: Heard): string =>
  /vitrine_session=[\w-]{43}/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

async function signIn({ run, send, email }: Person, password: string): Promise<string> {
  const cookie = sessionOf(await send('POST', '/sign-in', { email, password }));
  run.keep('session of Ada', cookie.split('=')[1] ?? '', /^answer POST \/sign-in$/);
  return cookie;
}

// By the operator and by mail: looked at, refused for a weak password, used, and used again.
async function runLinks({ run, send, mails, email }: Person) {
  const made = await run.command('person', 'reset-link', email);
  const byHand = String(made['link']).split('#')[1] ?? '';
  run.keep('link of the operator', byHand, /^command person reset-link$/);
  await send('POST', '/reset/ask', { email });
  const byMail = secretIn(await mails.newestTo(email));
  run.keep('link by mail', byMail, /^mail Choose a new password to /);
  const password = 'the second password of Ada';
  run.keep('password by a link', password);
  for (const [secret, chosen] of [
    [byHand, 'short'],
    [byMail, password],
    [byMail, password],
  ] as const) {
    await send('POST', '/reset/look', { secret });
    await send('POST', '/reset', { secret, password: chosen });
  }
  return { password, secret: byHand };
}

async function runEmail({ run, send, mails, email }: Person, cookie: string) {
  const moved = `new-${email}`;
  await send('POST', '/me/email', { email: moved }, cookie);
  const secret = secretIn(await mails.newestTo(moved));
  run.keep('link of a new email', secret, /^mail Confirm your new email to /);
  await send('POST', '/me/email/confirm', { secret });
  const confirmed = await send('POST', '/me/email/confirm', { secret }, cookie);
  if (confirmed.status !== 200) throw new Error(`the email was not confirmed: ${confirmed.status}`);
  return { email: moved, cookie, secret };
}

// Set up, then a sign-in in two steps, wrong and right, and new codes.
async function runApp({ run, send, email }: Person, { cookie, password }: Record<'cookie' | 'password', string>) {
  const secret = String((await send('POST', '/me/app', undefined, cookie)).json['secret']);
  run.keep('secret of an app', secret, /^answer POST \/me\/app$/);
  run.keep('secret of an app, as bytes', fromBase32(secret));
  await send('POST', '/me/app/confirm', { code: 'not a code at all' }, cookie);
  const confirmed = await send('POST', '/me/app/confirm', { code: codeOf(secret, Date.now()) }, cookie);
  const codes = keepCodes(run, confirmed, /^answer POST \/me\/app\/confirm$/);
  const { json } = await send('POST', '/sign-in', { email, password });
  const { ticket }: { ticket?: string } = Object(json['secondFactor']);
  run.keep('ticket of a second step', ticket ?? '', /^answer POST \/sign-in$/);
  await send('POST', '/sign-in/second-factor', { ticket, code: `${codes[1]}x` });
  const stepped = sessionOf(await send('POST', '/sign-in/second-factor', { ticket, code: codes[0] }));
  run.keep('session after two steps', stepped.split('=')[1] ?? '', /^answer POST \/sign-in\/second-factor$/);
  keepCodes(run, await send('POST', '/me/recovery-codes', undefined, stepped), /^answer POST \/me\/recovery-codes$/);
  return { cookie: stepped, ticket: ticket ?? '' };
}

// As they are shown and as they are typed; the first two, which are tried, stand for all.
function keepCodes(run: RunLog, { json }: Heard, mayBeIn: RegExp): string[] {
  const codes = [Object(json['recoveryCodes'])].flat().map(String);
  for (const code of codes.slice(0, 2)) {
    run.keep('recovery code', code, mayBeIn);
    run.keep('recovery code without hyphens', code.replaceAll('-', ''));
  }
  return codes;
}

// A passkey that is added, proves and signs in; and challenges that nobody answers.
async function runPasskeys({ run, send }: Person, cookie: string): Promise<string[]> {
  const authenticator = newAuthenticator();
  const start = async (path: string, mayBeIn?: RegExp) => {
    const { json } = await send('POST', path, undefined, cookie);
    const options: { challenge?: string } = Object(json['options']);
    run.keep('challenge of a passkey', options.challenge ?? '', mayBeIn ?? USED_CHALLENGE);
    return options;
  };
  const added = await start('/me/passkeys/start');
  await send('POST', '/me/passkeys', { ...authenticator.create(added), name: 'Phone' }, cookie);
  const proof = authenticator.answer(await start('/me/prove/passkey/start'));
  const entry = authenticator.answer(await start('/sign-in/passkey/start'));
  const proved = await send('POST', '/me/prove/passkey', proof, cookie);
  const signedIn = await send('POST', '/sign-in/passkey', entry);
  if (proved.status !== 200 || signedIn.status !== 200) throw new Error('the passkey did not work');
  run.keep('session by a passkey', sessionOf(signedIn).split('=')[1] ?? '', /^answer POST \/sign-in\/passkey$/);
  const paths = ['/me/passkeys/start', '/me/prove/passkey/start', '/sign-in/passkey/start'];
  const open: string[] = [];
  for (const path of paths) open.push((await start(path, /^answer POST .*start$/)).challenge ?? '');
  return open;
}
