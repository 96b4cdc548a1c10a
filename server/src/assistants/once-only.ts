import { createHmac, randomUUID } from 'node:crypto';
import { PREVIEW_MINUTES } from '@vitrine/contract/ai-limits';
import { ApiError } from '../errors.js';
import { selectMadeIds } from './queries.js';
import type { AssistantDeps, ToolPrincipal } from './tool-call.js';

const WINDOW_MS = PREVIEW_MINUTES * 60_000;

// Makes something under an id that the same call of the same key has again in the next minutes: a program that did not hear the
// answer and calls once more gets what was made, and not a second one.
export async function onceOnly<Made>(
  { db, clock, previewKey }: Pick<AssistantDeps, 'db' | 'clock' | 'previewKey'>,
  { key: { merchantId, key } }: Pick<ToolPrincipal, 'key'>,
  call: readonly unknown[],
  make: (id: string) => Promise<Made>,
): Promise<Made> {
  const window = Math.floor(clock.now() / WINDOW_MS);
  const idIn = (one: number): string =>
    toUuid(
      createHmac('sha256', previewKey)
        .update(JSON.stringify(['made', merchantId, key.id, one, call]))
        .digest(),
    );
  const [before, now] = [idIn(window - 1), idIn(window)];
  const [known] = await selectMadeIds(db, merchantId, [before, now]);
  try {
    return await make(known?.id ?? now);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return make(randomUUID());
  }
}

// What is under that id was changed or deleted since, so that this call is not a second try.
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'id_conflict' || error.error === 'not_found');

function toUuid(digest: Buffer): string {
  const hex = digest.toString('hex');
  // Version 8: made by a rule of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
