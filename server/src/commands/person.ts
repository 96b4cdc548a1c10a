import { text } from 'node:stream/consumers';
import { ROLES, type Role } from '@vitrine/contract/scopes';
import { Option, type Command } from 'commander';
import { createPerson, joinPerson, setPassword } from '../identity/create-person.js';
import { makeOperatorLink } from '../identity/make-reset-link.js';
import {
  disablePerson,
  disconnectCompany,
  enablePerson,
  listEverybody,
  requirePerson,
  signOutPerson,
} from '../identity/operate-person.js';
import { newPassword } from '../identity/password.js';
import type { ListedPersonRow, PersonRow } from '../identity/people-queries.js';
import { listPeople } from '../identity/people.js';
import { resetSecondFactorOf } from '../identity/reset-second-factor.js';
import { setEmail } from '../identity/set-email.js';
import { parseMerchantId } from '../ids.js';
import { createLog } from '../log.js';
import type { Mail } from '../mail/mail.js';
import { emailChangedMail, passwordChangedMail, waysInChangedMail } from '../mail/texts.js';
import { command, commandGroup, withParts, requireMerchant, type Parts } from './command.js';
import { printRow, printRows } from './print.js';

type PasswordOptions = { json?: boolean; password?: string; passwordStdin?: boolean };
type JoinOptions = { json?: boolean; merchant: string; email: string; role: Role };
type CreateOptions = PasswordOptions & { merchant: string; email: string; name: string; role: Role };

export const personCommands = (): Command =>
  commandGroup('person', 'people who sign in to the console', [
    create(),
    join(),
    list(),
    changePassword(),
    resetLink(),
    changeEmail(),
    operation('disable'),
    operation('enable'),
    operation('sign-out'),
    resetFactors(),
    operation('disconnect-company'),
  ]);

const create = (): Command =>
  withPasswordOptions(command('create', 'make an account for a person of a merchant'))
    .requiredOption('--merchant <id>', 'the merchant')
    .requiredOption('--email <address>', 'what the person signs in with')
    .requiredOption('--name <name>', 'name of the person')
    .addOption(roleOption())
    .action((options: CreateOptions) =>
      withParts(async (parts) => {
        const password = await choosePassword(options);
        const input = { ...options, password: password.value };
        const person = await createPerson(parts, parseMerchantId(options.merchant), input);
        printRow({ ...person, ...password.shown }, options);
      }),
    );

const join = (): Command =>
  command('join', 'add the account that an email has at another merchant; it keeps its name and password')
    .requiredOption('--merchant <id>', 'the merchant to join')
    .requiredOption('--email <address>', 'what the person signs in with')
    .addOption(roleOption())
    .action((options: JoinOptions) =>
      withParts(async (parts) =>
        printRow(await joinPerson(parts, parseMerchantId(options.merchant), options), options),
      ),
    );

const roleOption = (): Option => new Option('--role <role>', 'what the person may do').choices(ROLES).default('staff');

const list = (): Command =>
  command('list', 'the people of a merchant, or everybody, with their merchants and sessions')
    .argument('[merchant]', 'the merchant; left out, everybody')
    .action((id: string | undefined, options: { json?: boolean }) =>
      withParts(async (parts) => {
        if (id === undefined) return printRows((await listEverybody(parts)).map(toListed), options, NOBODY);
        const { items } = await listPeople(parts, { merchantId: await requireMerchant(parts.db, id) });
        printRows(items, options, NOBODY);
      }),
    );

const NOBODY = 'No people yet. «vitrine-server person create …» adds one.';

const toListed = ({ id, email, name, disabled_at, merchants, sessions, last_seen_at }: ListedPersonRow) => ({
  id,
  email,
  name,
  merchants: merchants.join(', '),
  sessions,
  lastUsedAt: last_seen_at,
  disabledAt: disabled_at,
});

const OPERATIONS = {
  disable: [disablePerson, 'shut an account at every merchant: its sessions end and nobody signs in with it'],
  enable: [enablePerson, 'open an account again that was disabled; its person signs in anew'],
  'sign-out': [signOutPerson, 'end every session of a person'],
  'disconnect-company': [
    disconnectCompany,
    'take the account of the company away by which a person comes in; its sessions end',
  ],
} as const;

const operation = (name: keyof typeof OPERATIONS): Command =>
  command(name, OPERATIONS[name][1])
    .argument('<person>', 'id or email of the person')
    .action((text: string, options: { json?: boolean }) =>
      withParts(async (parts) => {
        const person = await requirePerson(parts.db, text);
        printRow(await OPERATIONS[name][0](parts, person), options);
      }),
    );

const resetFactors = (): Command =>
  command(
    'reset-second-factor',
    'take the app, passkeys and recovery codes away from a person who has lost them; ends every session of theirs',
  )
    .argument('<person>', 'id or email of the person')
    .option('--all-methods', 'also remove single sign-on, open links and assistants; the password stays')
    .action((text: string, options: { json?: boolean; allMethods?: boolean }) =>
      withParts(async (parts) => {
        const person = await requirePerson(parts.db, text);
        const operated = await resetSecondFactorOf(parts, person, options);
        printRow({ ...operated, ...(await tellByMail(parts, [resetMailOf(parts, operated)])) }, options);
      }),
    );

// To whom the mail went is printed; without mail it is nobody.
const resetMailOf = (parts: Parts, person: PersonRow): Mail =>
  waysInChangedMail({ ...toReader(parts, person), change: { kind: 'second_factors_reset', by: OPERATOR } });

const OPERATOR = 'Whoever runs this service';

const toReader = ({ config, clock }: Parts, { email, name }: PersonRow) => ({
  to: email,
  name,
  baseUrl: config.baseUrl,
  at: clock.now(),
});

const changeEmail = (): Command =>
  command('set-email', 'give an account another email, for a person whose mailbox is lost; its sessions end')
    .argument('<person>', 'id or email of the person')
    .argument('<address>', 'what the person signs in with from now on')
    .action((who: string, address: string, options: { json?: boolean }) =>
      withParts(async (parts) => {
        const moved = await setEmail(parts, await requirePerson(parts.db, who), address);
        const about = { ...toReader(parts, moved), newEmail: moved.email };
        const mails = [moved.from, moved.email].map((to) => emailChangedMail({ ...about, to }));
        printRow({ ...moved, ...(await tellByMail(parts, mails)) }, options);
      }),
    );

const changePassword = (): Command =>
  withPasswordOptions(command('set-password', "replace a person's password"))
    .argument('<person>', 'id or email of the person')
    .action((who: string, options: PasswordOptions) =>
      withParts(async (parts) => {
        const { id } = await requirePerson(parts.db, who);
        const password = await choosePassword(options);
        const person = await setPassword(parts, id, password.value);
        const told = await tellByMail(parts, [passwordChangedMail(toReader(parts, person))]);
        printRow({ ...person, ...told, ...password.shown }, options);
      }),
    );

const resetLink = (): Command =>
  command('reset-link', 'make a link by which a person chooses a new password, once, within 30 minutes')
    .argument('<person>', 'the person, by id or email')
    .action((who: string, options: { json?: boolean }) =>
      withParts(async (parts) => {
        const { id } = await requirePerson(parts.db, who);
        printRow(await makeOperatorLink(parts, id, parts.config.baseUrl), options);
      }),
    );

function withPasswordOptions(made: Command): Command {
  return made
    .option('--password <password>', 'the password; other users of this machine may see it, so rather:')
    .option('--password-stdin', 'read the password from standard input; without either, one is made and printed once');
}

// A password that we made is printed, because nobody else knows it; one that was given is not.
async function choosePassword(options: PasswordOptions): Promise<{ value: string; shown: { password?: string } }> {
  if (options.password !== undefined) return { value: options.password, shown: {} };
  if (options.passwordStdin) return { value: (await text(process.stdin)).replace(/\r?\n$/, ''), shown: {} };
  const password = newPassword();
  return { value: password, shown: { password } };
}

// What the operator does to an account is told to its person, where there is mail: whoever talked the operator into it may be
// somebody else. One try: the command must not wait. To be printed: the addresses that the mail server has taken it for.
async function tellByMail({ config }: Pick<Parts, 'config'>, mails: readonly Mail[]): Promise<{ told?: string[] }> {
  if (config.mail === undefined) return {};
  const { openMailer } = await import('../mail/open-mailer.js');
  const mailer = openMailer(config.mail, await createLog(config.logLevel), { waitsMs: [] });
  const told: string[] = [];
  for (const mail of mails) if ((await mailer.send(mail)) === 'taken') told.push(mail.to);
  return { told };
}
