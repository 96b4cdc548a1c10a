import { type Archive, ARCHIVE_FORMAT } from './archive-schema.js';
import { ArchiveRefused } from './archive-refused.js';
import { checkCampaigns } from './check-campaigns.js';
import { checkMedia } from './check-media.js';
import { checkPeople } from './check-people.js';
import { checkPlaylists } from './check-playlists.js';
import { checkShape } from './check-shape.js';
import { checkTags } from './check-tags.js';
import { checkTokens } from './check-tokens.js';
import { textOf, wellFormed } from './document.js';
import { type Fault, shown, toPathText } from './fault.js';
import { firstFault } from './first-fault.js';

// The whole file is judged before anything is done with it. Of several faults the first in the file is reported.
export function checkArchive(file: unknown, nowMs: number): Archive {
  const document = wellFormed(file);
  requireFormat(document);
  const shape = checkShape(document);
  const faults = [...(shape.kind === 'faulty' ? shape.faults : []), ...checkMeaning(document, nowMs)];
  const first = firstFault(document, faults);
  if (first !== undefined) throw refusal(first);
  if (shape.kind === 'faulty') throw new Error('a faulty shape without a fault');
  return shape.archive;
}

export const refusal = ({ path, message }: Fault): ArchiveRefused =>
  new ArchiveRefused(`${toPathText(path)}: ${message}`);

// A file of another format would otherwise be blamed for keys that its own format has.
function requireFormat(document: unknown): void {
  const format = textOf(document, 'format');
  if (format === undefined || format === ARCHIVE_FORMAT) return;
  throw refusal({ path: ['format'], message: `is ${shown(format)}; «${ARCHIVE_FORMAT}» is expected` });
}

// What takes more than one value to see.
function checkMeaning(document: unknown, nowMs: number): Fault[] {
  return [
    ...checkPeople(document),
    ...checkTokens(document, nowMs),
    ...checkTags(document),
    ...checkMedia(document),
    ...checkPlaylists(document),
    ...checkCampaigns(document),
  ];
}
