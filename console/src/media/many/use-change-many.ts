import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { MANY_ITEMS_MAX } from '@vitrine/contract/console-limits';
import type { DeleteManyResult, TagManyResult } from '@vitrine/contract/library';
import { call } from '../../api/call.js';
import { countItems } from '../../ui/format-length.js';
import { newId } from '../../ui/new-id.js';
import { notifyDone, notifyUndo } from '../../ui/notify.js';
import type { OnDone } from '../../ui/use-many.js';
import { removeManyFromLibrary, showManyTagged } from '../library.js';

// As few requests as hold all of them, one after the other; together they are one action.
async function inChunks<Result>(
  ids: readonly string[],
  send: (ids: string[], actionId: string) => Promise<Result>,
  onDone: OnDone = () => {},
): Promise<Result[]> {
  const actionId = newId();
  const results: Result[] = [];
  for (let at = 0; at < ids.length; at += MANY_ITEMS_MAX) {
    onDone(at, ids.length);
    results.push(await send(ids.slice(at, at + MANY_ITEMS_MAX), actionId));
  }
  return results;
}

type TagChange = { readonly add: readonly string[] } | { readonly remove: readonly string[] };

export function useTagMany() {
  const queryClient = useQueryClient();
  return async (ids: readonly string[], change: TagChange, onDone?: OnDone): Promise<void> => {
    const result = await tagAll(queryClient, ids, change, onDone);
    const isAdded = 'add' in change;
    if (result.changed === 0) notifyDone(taggedWords(result, isAdded));
    else notifyUndo(taggedWords(result, isAdded), () => undoTags(queryClient, result, isAdded));
  };
}

function taggedWords({ changed, tags, refused }: TagManyResult, isAdded: boolean): string {
  const names = tags.map(({ tag }) => `“${tag.name}”`).join(', ');
  const full = refused.length === 0 ? '' : ` ${countItems(refused.length)} can carry no more tags.`;
  if (changed === 0) return full === '' ? 'Nothing had to be changed.' : full.trim();
  return `${names} ${isAdded ? 'added to' : 'removed from'} ${countItems(changed)}.${full}`;
}

async function tagAll(queryClient: QueryClient, ids: readonly string[], change: TagChange, onDone?: OnDone) {
  const body = 'add' in change ? { add: [...change.add] } : { remove: [...change.remove] };
  const results = await inChunks(
    ids,
    (some, actionId) => call('tagManyMedia', { body: { ids: some, actionId, ...body } }),
    onDone,
  );
  const result = merged(results);
  showManyTagged(queryClient, result, 'add' in change);
  return result;
}

// What an item had before, it keeps: each tag is taken off, or put back, where it was changed.
async function undoTags(queryClient: QueryClient, { tags }: TagManyResult, isAdded: boolean): Promise<void> {
  for (const { tag, mediaIds } of tags) {
    if (mediaIds.length > 0) {
      await tagAll(queryClient, mediaIds, isAdded ? { remove: [tag.id] } : { add: [tag.name] });
    }
  }
}

function merged(results: readonly TagManyResult[]): TagManyResult {
  const byTag = new Map<string, TagManyResult['tags'][number]>();
  for (const { tag, mediaIds } of results.flatMap(({ tags }) => tags)) {
    byTag.set(tag.id, { tag, mediaIds: [...(byTag.get(tag.id)?.mediaIds ?? []), ...mediaIds] });
  }
  return {
    changed: results.reduce((sum, { changed }) => sum + changed, 0),
    tags: [...byTag.values()],
    refused: results.flatMap(({ refused }) => refused),
  };
}

export function useDeleteMany() {
  const queryClient = useQueryClient();
  return async (ids: readonly string[], onDone?: OnDone): Promise<DeleteManyResult> => {
    const results = await inChunks(
      ids,
      (some, actionId) => call('deleteManyMedia', { body: { ids: some, actionId } }),
      onDone,
    );
    const deleted = results.flatMap((result) => result.deleted);
    const refused = results.flatMap((result) => result.refused);
    removeManyFromLibrary(queryClient, deleted);
    void queryClient.invalidateQueries({ refetchType: 'none' });
    if (deleted.length > 0) {
      notifyUndo(deletedWords(deleted.length, refused), () => restoreAll(queryClient, deleted));
    }
    return { deleted, refused };
  };
}

// «12 of 14 are in the trash. 2 are needed by “Summer” and stay.»
function deletedWords(count: number, refused: DeleteManyResult['refused']): string {
  if (refused.length === 0) return `${countItems(count)} ${count === 1 ? 'is' : 'are'} in the trash.`;
  return `${count} of ${count + refused.length} are in the trash. ${neededWords(refused)}`;
}

export function neededWords(refused: DeleteManyResult['refused']): string {
  const campaigns = [...new Set(refused.flatMap(({ campaigns }) => campaigns))];
  const shown = campaigns.slice(0, 3).map((name) => `“${name}”`);
  const rest = campaigns.length > shown.length ? ` and ${campaigns.length - shown.length} more` : '';
  return `${refused.length} ${refused.length === 1 ? 'is' : 'are'} needed by ${shown.join(', ')}${rest}.`;
}

async function restoreAll(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  await inChunks(ids, (some) => call('restoreTrashed', { body: { ids: some } }));
  await queryClient.invalidateQueries();
}
