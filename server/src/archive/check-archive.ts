import { Ajv, type ErrorObject } from 'ajv';
import { type ArchiveError, faultAt, shown } from './archive-error.js';
import { Archive, ARCHIVE_FORMAT } from './archive-schema.js';
import { ARCHIVE_FORMATS } from './archive-values.js';
import { checkCampaigns, checkDeleted, checkMedia, checkPlaylists, checkScreens, checkTags } from './check-library.js';
import { checkPeople, checkTokens } from './check-people.js';

// Strict types are off for the schemas that allow null beside another type. Value and schema travel with a fault
// (verbose), because the sentence is made of them.
const ajv = new Ajv({ verbose: true, strictTypes: false, useDefaults: true, formats: ARCHIVE_FORMATS });
const isArchive = ajv.compile<Archive>(Archive);

// The whole file is judged before anything is done with it, by its shape and then by what takes more than one value to
// see. The first fault ends it.
export function checkArchive(file: unknown, nowMs: number): Archive {
  const archive = checkShape(wellFormed(file));
  checkPeople(archive.people);
  checkTokens(archive.tokens, nowMs);
  const tags = checkTags(archive.tags);
  const media = checkMedia(archive.media, tags);
  const playlists = checkPlaylists(archive.playlists, media);
  checkCampaigns(archive.campaigns, { tags, media, playlists });
  checkScreens(archive, { tags, playlists });
  checkDeleted(archive, { tags, media });
  return archive;
}

// PostgreSQL holds no half of a surrogate pair, so one that stands alone becomes U+FFFD before anything is compared. A
// copy, because the schema fills in the lists that were left out.
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines own properties, also one called __proto__.
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, wellFormed(child)]));
}

function checkShape(document: unknown): Archive {
  // A file of another format would otherwise be blamed for keys that its own format has.
  const format = typeof document === 'object' && document !== null && 'format' in document && document.format;
  if (typeof format === 'string' && format !== ARCHIVE_FORMAT)
    throw faultAt('format', `is ${shown(format)}; «${ARCHIVE_FORMAT}» is expected`);
  if (isArchive(document)) return document;
  const [error] = isArchive.errors ?? [];
  throw error === undefined ? new Error('a faulty shape without a fault') : toFault(error);
}

function toFault({ instancePath, params, parentSchema, data }: ErrorObject): ArchiveError {
  const path = toPath(instancePath);
  const properties: Readonly<Record<string, { readonly description: string }>> = parentSchema?.['properties'] ?? {};
  const { missingProperty: missing, additionalProperty: unknown }: Readonly<Record<string, unknown>> = params;
  if (typeof missing === 'string')
    return faultAt(toChildPath(path, missing), `is missing; ${properties[missing]?.description} is expected`);
  if (typeof unknown === 'string') {
    const known = Object.keys(properties).join(', ');
    return faultAt(toChildPath(path, unknown), `is not a key of this format; only ${known} are expected here`);
  }
  const found = parentSchema?.['writeOnly'] === true ? 'not what belongs here' : shown(data);
  return faultAt(path || 'archive', `is ${found}; ${parentSchema?.['description']} is expected`);
}

// `/media/2/file` to `media[2].file`: a pointer of the validator holds keys of the schema and places in lists.
const toPath = (pointer: string): string =>
  pointer
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);

const PLAIN_KEY = /^[A-Za-z_]\w*$/;

function toChildPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${shown(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
