import { isDeepStrictEqual } from 'node:util';
import type { ContentChanges, PublishPreview } from '@vitrine/contract/campaign-versions';
import { notPlayableSentence } from '../campaigns/not-playable.js';
import { sayFlight } from './say.js';

type Named = { readonly name: string; readonly tags: readonly { readonly name: string }[] };

// What publishing would do, in a sentence or two for the person: what comes and goes on both kinds of screens, when, where.
export function previewSentence(
  { name, tags }: Named,
  { flight, landscape, portrait, canPublish, problems, notPlayable }: Omit<PublishPreview, 'contentHash'>,
): string {
  if (problems.length > 0) return `${titled(name)} cannot be published yet.`;
  if (!canPublish) return `Screens play exactly this already: publishing ${titled(name)} would change nothing.`;
  const before =
    flight.from === null || isDeepStrictEqual(flight.from, flight.to) ? '' : ` (until now ${sayFlight(flight.from)})`;
  const where =
    tags.length === 0 ? 'screens without tags' : `screens without tags or with ${tags.map(tagged).join(', ')}`;
  const first = `Publishing ${titled(name)} puts ${items(landscape.after.length)} on ${where}, ${sayFlight(flight.to)}${before}${changesOf(landscape)}.`;
  const onPortrait =
    portrait !== null && `On portrait screens it is ${items(portrait.after.length)}${changesOf(portrait)}.`;
  return [first, onPortrait, notPlayable.length > 0 && notPlayableSentence(notPlayable)].filter(Boolean).join(' ');
}

function changesOf({ added, removed, retimed, reordered }: ContentChanges): string {
  const parts = [
    added.length > 0 && `${items(added.length)} ${added.length === 1 ? 'comes' : 'come'}`,
    removed.length > 0 && `${removed.length} ${removed.length === 1 ? 'goes' : 'go'}`,
    retimed.length > 0 && `${retimed.length} ${retimed.length === 1 ? 'plays' : 'play'} for another time`,
    reordered && 'the order changes',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

// A name as part of a sentence that a person agrees to: it ends where it ends.
export const titled = (name: string): string => `«${name.replaceAll(/[«»]/g, "'")}»`;
const tagged = ({ name }: { readonly name: string }): string => titled(name);

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);
