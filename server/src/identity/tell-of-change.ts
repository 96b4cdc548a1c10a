import { removedMethodWords } from '@vitrine/contract/account-words';
import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import type { Mail } from '../mail/mail.js';
import { passwordChangedMail, waysInChangedMail, type WayInChange } from '../mail/texts.js';
import type { PersonId } from '../ids.js';
import type { MailDeps } from './account-links.js';
import { findPerson, type PersonRow } from './people-queries.js';

type AccountChange = 'password' | WayInChange;

type Told = Pick<MailDeps, 'mail' | 'afterwards' | 'clock' | 'baseUrl'>;
type Whose = Pick<PersonRow, 'email' | 'name'>;

// By mail, once it is done: whoever changes how an account is opened may be somebody else than its person.
export function tellOfChange(
  { mail, afterwards, clock, baseUrl }: Told,
  { email, name }: Whose,
  change: AccountChange,
): void {
  if (mail === undefined) return;
  const words = wordsOf({ email, name, baseUrl, at: clock.now() }, change);
  afterwards(async () => void (await mail.send(words)));
}

// What the first proof of an email removed. Where there was only a password, the person has just replaced it.
export function tellOfRemoval(deps: Told, whose: Whose, removed: RemovedMethods, isPasswordReplaced = true): void {
  const words = removedMethodWords({ ...removed, password: removed.password && !isPasswordReplaced });
  if (words !== '') tellOfChange(deps, whose, { kind: 'earlier_methods_removed', removed: words });
}

// The same of whoever is signed in.
export const tellOwn = (
  deps: Told,
  { email, person }: { readonly email: string; readonly person: Pick<PersonRow, 'name'> },
  change: AccountChange,
): void => tellOfChange(deps, { email, name: person.name }, change);

// The same where only the id is known.
export function tellPerson(deps: Told & Pick<MailDeps, 'db'>, personId: PersonId, change: AccountChange): void {
  const { mail, afterwards, clock } = deps;
  if (mail === undefined) return;
  const at = clock.now();
  afterwards(async () => {
    const whose = await findPerson(deps.db, personId);
    if (whose !== undefined) await mail.send(wordsOf({ ...whose, baseUrl: deps.baseUrl, at }, change));
  });
}

type About = Whose & { readonly baseUrl: string; readonly at: number };

const wordsOf = ({ email: to, name, baseUrl, at }: About, change: AccountChange): Mail =>
  change === 'password'
    ? passwordChangedMail({ to, name, baseUrl, at })
    : waysInChangedMail({ to, name, baseUrl, at, change });
