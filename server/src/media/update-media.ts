import type { ConsoleMedia, UpdateMediaRequest } from '@vitrine/contract/media';
import { changesBetween } from '../activity/changes-between.js';
import { recordActivity } from '../activity/queries.js';
import { changedMeanwhile, requireFound } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { lockMediaText, updateMediaText, type MediaText } from './console-queries.js';
import { getConsoleMedia, type ConsoleMediaDeps } from './get-console-media.js';

// What the request leaves out stays as it is. The revision counts name and description, which are written whole; tags
// are added and taken off one by one and need none.
export async function updateMedia(
  deps: ConsoleMediaDeps,
  principal: PersonPrincipal,
  { params, body: { revision, ...wanted } }: ById & { readonly body: UpdateMediaRequest },
): Promise<ConsoleMedia> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  await deps.db.transaction(async (db) => {
    const before = requireFound(await lockMediaText(db, merchantId, mediaId), 'media item');
    if (before.revision !== revision) throw changedMeanwhile('media item');
    const after = { name: toName(wanted, before), description: toDescription(wanted, before) };
    const changes = changesBetween(before, after);
    if (Object.keys(changes).length === 0) return;
    await updateMediaText(db, merchantId, mediaId, {
      ...after,
      searchText: searchText(after.name, after.description),
    });
    const at = new Date(deps.clock.now()).toISOString();
    const details = { mediaId, name: after.name, changes };
    const changed = { type: 'media.changed', id: mediaId } as const;
    await recordActivity(db, principal, { kind: 'media.changed', at, details }, [changed]);
  });
  return getConsoleMedia(deps, principal, { params });
}

type Wanted = Pick<UpdateMediaRequest, 'name' | 'description'>;

const toName = ({ name }: Wanted, before: MediaText): string => name?.toWellFormed().trim() ?? before.name;

function toDescription({ description }: Wanted, before: MediaText): string | null {
  if (description === undefined) return before.description;
  return description === null || description.trim() === '' ? null : description.toWellFormed();
}
