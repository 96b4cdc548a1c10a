import { isFlightMoment, isInOrder } from '../flight-moment.js';
import { findUnknown } from './check-lists.js';
import { childOf, has, listOf, textOf } from './document.js';
import type { Fault, Segment } from './fault.js';

type Path = readonly Segment[];
type Known = { readonly media: ReadonlySet<string>; readonly playlists: ReadonlySet<string> };

export function checkVersion(version: unknown, path: Path, known: Known): Fault[] {
  const playlist = (key: string): Fault[] =>
    findUnknown(childOf(version, key), [...path, key], 'playlists', known.playlists);
  return [
    ...checkFlight(childOf(version, 'flight'), [...path, 'flight']),
    ...playlist('landscapePlaylistId'),
    ...playlist('portraitPlaylistId'),
    ...checkPublished(version, path),
    ...checkContent(childOf(version, 'content'), [...path, 'content'], known.media),
  ];
}

function checkFlight(flight: unknown, path: Path): Fault[] {
  const start = textOf(flight, 'start');
  const end = textOf(flight, 'end');
  if (start === undefined || end === undefined || !isFlightMoment(start) || !isFlightMoment(end)) return [];
  if (isInOrder(start, end)) return [];
  return [
    {
      path: [...path, 'start'],
      message: `is ${start}, which is not before the end ${end}; an earlier moment is expected`,
    },
  ];
}

// Content is frozen by publishing and by nothing else. What is missing or of another kind is the schema's to report.
function checkPublished(version: unknown, path: Path): Fault[] {
  const published = childOf(version, 'publishedAt');
  const content = childOf(version, 'content');
  if (published === undefined || content === undefined || has(version, 'publishedAt') === has(version, 'content'))
    return [];
  const message =
    content === null
      ? 'is null; the content frozen at publishedAt is expected'
      : 'is there, but publishedAt is null; null is expected for a version that was never published';
  return [{ path: [...path, 'content'], message }];
}

// The playlist that content was published from may be gone since, so only the media are looked up.
function checkContent(content: unknown, path: Path, media: ReadonlySet<string>): Fault[] {
  return ['landscape', 'portrait'].flatMap((side) =>
    listOf(childOf(content, side), 'items').flatMap((item, at) =>
      findUnknown(childOf(item, 'mediaId'), [...path, side, 'items', at, 'mediaId'], 'media', media),
    ),
  );
}
