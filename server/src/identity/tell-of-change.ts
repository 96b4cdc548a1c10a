import { passwordChangedMail, waysInChangedMail, type WayInChange } from '../mail/texts.js';
import type { MailDeps } from './account-links.js';
import type { PersonRow } from './people-queries.js';

type AccountChange = 'password' | WayInChange;

type Told = Pick<MailDeps, 'mail' | 'afterwards' | 'clock' | 'baseUrl'>;
type Whose = Pick<PersonRow, 'email' | 'name'>;

// By mail, once it is done: whoever changes how an account is opened may be somebody else than its person.
export function tellOfChange(
  { mail, afterwards, clock, baseUrl }: Told,
  { email: to, name }: Whose,
  change: AccountChange,
): void {
  if (mail === undefined) return;
  const about = { to, name, baseUrl, at: clock.now() };
  const words = change === 'password' ? passwordChangedMail(about) : waysInChangedMail({ ...about, change });
  afterwards(async () => void (await mail.send(words)));
}

// The same of whoever is signed in.
export const tellOwn = (
  deps: Told,
  { email, person }: { readonly email: string; readonly person: Pick<PersonRow, 'name'> },
  change: AccountChange,
): void => tellOfChange(deps, { email, name: person.name }, change);
