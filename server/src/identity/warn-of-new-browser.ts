import type { Factors } from '@vitrine/contract/account-words';
import { newBrowserMail } from '../mail/texts.js';
import type { Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { browserWords } from './browser-words.js';
import type { PersonRow } from './people-queries.js';

// By mail, after the answer: whoever has somebody else's password, passkey or account of the company signs in from a browser
// of their own.
export function warnOfNewBrowser(
  { mail, afterwards, clock, baseUrl }: MailDeps,
  { userAgent, address }: Pick<Guest, 'userAgent' | 'address'>,
  { email: to, name }: PersonRow,
  factors: Factors,
): void {
  if (mail === undefined) return;
  const about = { to, name, baseUrl, at: clock.now(), browser: browserWords(userAgent), address, factors };
  afterwards(async () => void (await mail.send(newBrowserMail(about))));
}
