import type { Screen, UpdateScreenRequest } from '@vitrine/contract/screens';
import { changesBetween } from '../activity/changes-between.js';
import { recordActivity } from '../activity/queries.js';
import type { Db, Deps } from '../db/db.js';
import { changedMeanwhile, requireFound } from '../errors.js';
import { requireTimeZone } from '../http/require-time-zone.js';
import { parseScreenId, type ById, type ScreenId } from '../ids.js';
import type { Actor, PersonPrincipal } from '../principal.js';
import { findTagChange } from '../tags/find-tag-change.js';
import { getScreen, type ScreenDeps } from './list-screens.js';
import { deleteScreen, lockScreen, updateScreenRow } from './queries.js';

type UpdateInput = ById & { readonly body: UpdateScreenRequest };

// What the request leaves out stays as it is; what changes nothing is not in the activity.
export async function updateScreen(
  deps: ScreenDeps,
  principal: PersonPrincipal,
  { params, body: { revision, ...wanted } }: UpdateInput,
): Promise<Screen> {
  const { merchantId } = principal;
  const id = parseScreenId(params.id);
  requireTimeZone(wanted.timeZone);
  const at = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction(async (db) => {
    const row = requireFound(await lockScreen(db, merchantId, id), 'screen');
    if (row.revision !== revision) throw changedMeanwhile('screen');
    const tags = await findTagChange(db, merchantId, {
      at,
      limits: deps.limits,
      tagIds: row.tag_ids,
      wanted: wanted.tags,
    });
    const before = { name: row.name, orientation: row.orientation, timeZone: row.time_zone, tags: tags?.names.from };
    const after = {
      name: wanted.name?.toWellFormed().trim() ?? row.name,
      orientation: wanted.orientation ?? row.orientation,
      timeZone: wanted.timeZone === undefined ? row.time_zone : wanted.timeZone,
      tags: tags?.names.to,
    };
    const changes = changesBetween(before, after);
    if (Object.keys(changes).length === 0) return;
    const { name, orientation, timeZone: time_zone } = after;
    await updateScreenRow(db, merchantId, { id, name, orientation, time_zone, tag_ids: tags?.ids ?? row.tag_ids });
    const entry = { kind: 'screen.changed', at, details: { screenId: id, name, changes } } as const;
    await recordActivity(db, principal, entry, tags?.changes);
  });
  return getScreen(deps, merchantId, id);
}

export async function removeScreen(deps: Deps, principal: Actor, { params }: ById): Promise<{ id: ScreenId }> {
  const id = parseScreenId(params.id);
  await dropScreen(deps, principal, id);
  return { id };
}

// Its key is dead with this, on every instance: whoever keeps it is told in the same transaction.
export async function dropScreen({ db, clock }: { db: Db } & Deps, actor: Actor, id: ScreenId): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    const { name } = requireFound(await deleteScreen(db, actor.merchantId, id), 'screen');
    await recordActivity(db, actor, { kind: 'screen.removed', at, details: { screenId: id, name } });
  });
}
