// For somebody who has lost telephone, passkeys and recovery codes: all of them go, and the password is enough again.
import { removedMethodWords } from '@vitrine/contract/account-words';
import type { Person } from '@vitrine/contract/people';
import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parsePersonId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { MailDeps } from './account-links.js';
import type { Operated } from './operate-person.js';
import { requireMayManage, toPerson } from './people.js';
import {
  findMember,
  findPerson,
  lockPerson,
  selectMerchantsOf,
  updateMustReview,
  type PersonRow,
} from './people-queries.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import { removeSignInMethods } from './remove-sign-in-methods.js';
import { deleteFactors } from './second-factor-queries.js';
import { tellOfChange } from './tell-of-change.js';
import { deleteSessionsOf } from './session-queries.js';

// Owners and admins help their own people. An account that also opens another merchant is not theirs to open.
export async function resetSecondFactor(deps: MailDeps, principal: PersonPrincipal, { params }: ById): Promise<Person> {
  const { merchantId } = principal;
  const personId = parsePersonId(params.id);
  const at = new Date(deps.clock.now()).toISOString();
  const member = await deps.db.transaction(async (db) => {
    await requireMayManage(db, principal, []);
    const member = requireFound(await findMember(db, merchantId, personId), 'person');
    await requireMayManage(db, principal, [member.role]);
    if (personId === principal.person.id) throw ownOne();
    await lockPerson(db, personId);
    if ((await selectMerchantsOf(db, personId)).length > 1) throw isElsewhereToo(member);
    const details = { personId, name: member.name, email: member.email };
    await recordActivity(db, principal, { kind: 'person.second_factor_reset', at, details });
    await deleteFactors(db, personId);
    await deleteSessionsOf(db, personId);
    return member;
  });
  tellOfChange(deps, member, { kind: 'second_factors_reset', by: principal.person.name });
  return toPerson(member);
}

const ownOne = (): ApiError => new ApiError('conflict', 'Your own second factors are on the page of your account.');

const isElsewhereToo = ({ name }: PersonRow): ApiError =>
  new ApiError(
    'conflict',
    `${name} belongs to another merchant too, which this would open as well. Whoever runs this service can do it.`,
  );

// By the operator, for anybody. With `allMethods` the password alone is left: single sign-on, open links and assistants go too.
export async function resetSecondFactorOf(
  { db, clock }: Deps,
  { id }: Pick<PersonRow, 'id'>,
  { allMethods = false }: { readonly allMethods?: boolean | undefined } = {},
): Promise<Operated> {
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const { email, name } = requireFound(await findPerson(db, id), 'person');
    const details = { personId: id, name, email };
    await holdEverywhere(db, id);
    await lockPerson(db, id);
    if (!allMethods) {
      await recordEverywhere(db, id, {}, { kind: 'person.second_factor_reset', at, details });
      await deleteFactors(db, id);
      const { length: sessionsEnded } = await deleteSessionsOf(db, id);
      return { id, email, name, sessionsEnded };
    }
    const { others, sessionsEnded } = await removeSignInMethods(db, id, { at, actor: {}, owner: name });
    await updateMustReview(db, id, false);
    const removed = removedMethodWords({ ...others, password: false });
    await recordEverywhere(db, id, {}, { kind: 'person.second_factor_reset', at, details: { ...details, removed } });
    return { id, email, name, sessionsEnded };
  });
}
