import { createLog } from '../log.js';
import type { Mail } from '../mail/mail.js';
import type { Parts } from './command.js';

// What the operator does to an account is told to its person, where there is mail: whoever talked the operator into it may be
// somebody else. One try: the command must not wait. To be printed: the addresses that the mail server has taken it for.
export async function tellByMail(
  { config }: Pick<Parts, 'config'>,
  mails: readonly Mail[],
): Promise<{ told?: string[] }> {
  if (config.mail === undefined) return {};
  const { openMailer } = await import('../mail/open-mailer.js');
  const mailer = openMailer(config.mail, await createLog(config.logLevel), { waitsMs: [] });
  const told: string[] = [];
  for (const mail of mails) if (await mailer.send(mail)) told.push(mail.to);
  return { told };
}
