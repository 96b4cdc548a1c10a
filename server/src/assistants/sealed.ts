// What a key has seen of a campaign, and what its person was asked, and until when that counts. Nothing is kept of it: a seal is
// made for this key and carries its own end, so that every instance knows it.
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { PREVIEW_MINUTES } from '@vitrine/contract/ai-limits';
import type { AiKeyPrincipal } from '../principal.js';

type SealedAs = 'preview' | 'question' | 'withdrawal';
type Seen = { readonly lineageId: string; readonly contentHash: string };

export function seal(key: KeyObject, caller: AiKeyPrincipal, as: SealedAs, seen: Seen, now: number): string {
  const end = now + PREVIEW_MINUTES * 60_000;
  return [seen.contentHash, end.toString(36), macOf(key, caller, as, seen, end)].join('.');
}

// The hash of what was sealed; undefined when it was for another key, for something else, or too long ago, or by nobody.
export function findSealed(
  key: KeyObject,
  caller: AiKeyPrincipal,
  as: SealedAs,
  { lineageId, sealed }: { readonly lineageId: string; readonly sealed: string },
  now: number,
): string | undefined {
  const [contentHash = '', endText = '', mac = ''] = sealed.split('.');
  const end = Number.parseInt(endText, 36);
  if (!(now < end)) return undefined;
  const given = Buffer.from(mac);
  const right = Buffer.from(macOf(key, caller, as, { lineageId, contentHash }, end));
  return given.length === right.length && timingSafeEqual(given, right) ? contentHash : undefined;
}

function macOf(
  key: KeyObject,
  { merchantId, person, key: { id } }: AiKeyPrincipal,
  as: SealedAs,
  { lineageId, contentHash }: Seen,
  end: number,
): string {
  const what = [as, merchantId, person.id, id, lineageId.toLowerCase(), contentHash, end];
  return createHmac('sha256', key).update(JSON.stringify(what)).digest('base64url');
}
