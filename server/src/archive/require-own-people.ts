import { emailKey } from '../identity/email-key.js';
import type { Archive } from './archive-schema.js';
import { refusal } from './check-archive.js';

type Asked = { readonly archive: Archive; readonly joinPeople: boolean };

// An email of the archive that has an account elsewhere is not the archive's to name: whoever made that account would come
// to this merchant's rights. On purpose it is joined, and keeps its own password, so that one given here would be lost.
export function requireOwnPeople(known: ReadonlySet<string>, { archive, joinPeople }: Asked): void {
  for (const [at, person] of (archive.people ?? []).entries()) {
    if (!known.has(emailKey(person.email))) continue;
    if (!joinPeople) throw refusal({ path: ['people', at, 'email'], message: HAS_ACCOUNT });
    if (person.password !== undefined) throw refusal({ path: ['people', at, 'password'], message: KEEPS_PASSWORD });
  }
}

const HAS_ACCOUNT =
  'has an account at another merchant here; another email is expected, or --join-people to join the accounts that there ' +
  'are, which keep their names and passwords';

const KEEPS_PASSWORD =
  'would not be used, because the account that the email has here keeps its own; none is expected for it';
