import type { AddPageRequest, ConsoleMedia } from '@vitrine/contract/media';
import { recordActivity } from '../activity/queries.js';
import { ApiError, unprocessable } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId } from '../ids.js';
import { findPageUrl, hasCredentials } from '../page-url.js';
import { toAdder, type PersonPrincipal } from '../principal.js';
import { insertPage } from './console-queries.js';
import { getConsoleMedia, type ConsoleMediaDeps } from './get-console-media.js';
import { lockUsage } from './ledger-queries.js';
import { nextMoment } from './next-moment.js';
import { selectMedia } from './queries.js';

// The same id with the same address and name is a retry and gives the item.
export async function addPage(
  deps: ConsoleMediaDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: AddPageRequest },
): Promise<ConsoleMedia> {
  const { merchantId } = principal;
  const [id, url] = [parseMediaId(body.id), parsePageUrl(body.url)];
  const name = body.name.toWellFormed().trim();
  const at = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const createdAt = await nextMoment(db, merchantId, deps.clock.now());
    const addedBy = toAdder(principal);
    const made = await insertPage(db, merchantId, { id, name, searchText: searchText(name), url, createdAt, addedBy });
    if (made !== undefined) {
      const details = { mediaId: id, name, url };
      return recordActivity(db, principal, { kind: 'media.page_added', at, details }, [{ type: 'media.ready', id }]);
    }
    const taken = await selectMedia(db, merchantId, id);
    if (taken?.page_url !== url || taken.name !== name) {
      throw new ApiError('conflict', 'The id belongs to another item: choose a new one.', 'id_conflict');
    }
  });
  return getConsoleMedia(deps, principal, { params: { id } });
}

// The schema has seen that it begins with http:// or https://.
export function parsePageUrl(text: string): string {
  const url = findPageUrl(text);
  if (url === undefined) throw unprocessable('Browsers cannot open this address. Look at it again.');
  if (hasCredentials(url)) throw unprocessable('The address must have no user name and no password in it.');
  return url.href;
}
