import { anUploadRequest } from '../harness/content.js';
import type { Move, Thread } from './explain.js';
import {
  changeTagsStep,
  deleteMediaStep,
  finalizeSteps,
  purgeMediaStep,
  putStep,
  readStep,
  restoreMediaStep,
  sayItem,
  startStep,
} from './media-steps.js';
import { TAGS } from './model.js';
import type { Operation } from './operations.js';
import { performPlaying } from './perform-playing.js';
import { performToken, pickToken } from './perform-token.js';
import { fileOf, THUMBNAIL, type Act, type Answered, type Stage } from './stage.js';
import type { Step } from './step.js';
import { toItem } from './to-item.js';
import { gateStep } from './token-steps.js';
import { toSlot, wordOf } from './wording.js';

// Sends what an operation sends and gives what its requests were answered, with the steps that the model takes for them.
export async function perform(act: Act, operation: Operation): Promise<Thread> {
  const { stage } = act;
  switch (operation.kind) {
    case 'upload':
      return upload(act, operation);
    case 'finalize':
      return finalize(act, operation.media);
    case 'delete media':
      return asked(
        stage.console('DELETE', `/media/${stage.ids.media[operation.media]}`),
        deleteMediaStep(operation.media),
      );
    case 'restore media':
      return asked(
        stage.console('POST', '/trash/restore', { ids: [stage.ids.media[operation.media]] }),
        restoreMediaStep(operation.media),
      );
    case 'purge media':
      return asked(
        stage.console('DELETE', `/trash/${stage.ids.media[operation.media]}`),
        purgeMediaStep(operation.media),
      );
    case 'tag':
      return tag(act, operation);
    case 'change tags':
      return changeTags(act, operation);
    case 'issue token':
    case 'revoke token':
    case 'rotate token':
    case 'use token':
      return performToken(act, operation);
    case 'create playlist':
    case 'edit playlist':
    case 'delete playlist':
    case 'create campaign':
    case 'edit campaign':
    case 'publish':
    case 'withdraw':
    case 'delete campaign':
      return performPlaying(stage, operation);
  }
}

// A request of one step that says no more than its status and code.
const asked = async (sent: Promise<Answered | null>, step: Step): Promise<Thread> => [
  { step, seen: wordOf(await sent) },
];

type Upload = Operation & { readonly kind: 'upload' };

async function upload(act: Act, { media, file, hasThumbnail, until }: Upload): Promise<Thread> {
  const { stage, by } = act;
  const moves: Move[] = [];
  const add = (step: Step, seen: string | null): boolean => moves.push({ step, seen }) > 0 && seen !== null;
  const answered = await stage.api('POST', '/media/uploads', toRequest(stage, { media, file, hasThumbnail }));
  const started = Object(answered?.body);
  const step = startStep({ by, media, file, hasThumbnail });
  if (!add(step, answered && wordOf(answered, () => sayTicket(stage, started)))) return moves;
  if (until === 'ticket' || !started.upload) return moves;
  for (const part of ['thumbnail', 'file'] as const) {
    const target = part === 'file' ? started.upload : started.thumbnailUpload;
    const body = part === 'file' ? fileOf(file) : THUMBNAIL;
    if (target && !add(putStep(media, part), wordOf(await stage.exchange({ method: 'PUT', ...target, body }))))
      return moves;
  }
  return until === 'file' ? moves : [...moves, ...(await finalize(act, media))];
}

const toRequest = (stage: Stage, { media, file, hasThumbnail }: Omit<Upload, 'kind' | 'until'>) =>
  anUploadRequest(
    {
      id: stage.ids.media[media],
      name: `File ${file}`,
      // Given, so that nothing has to be read from the file.
      width: 1920,
      height: 1080,
      ...(hasThumbnail && { hasThumbnail, thumbnailSize: THUMBNAIL.length }),
    },
    fileOf(file),
  );

function sayTicket(
  stage: Stage,
  body: { duplicateOf?: { id: string } | null; thumbnailUpload?: object | null },
): string {
  if (body.duplicateOf) return `duplicate ${toSlot(stage.ids.media, body.duplicateOf.id)}`;
  return body.thumbnailUpload ? 'ticket with thumbnail' : 'ticket';
}

async function finalize({ stage }: Act, media: number): Promise<Thread> {
  const answered = await stage.api('POST', `/media/uploads/${stage.ids.media[media]}/finalize`);
  const seen = wordOf(answered, (body: Parameters<typeof toItem>[0]) => sayItem(toItem(body)));
  return finalizeSteps(media).map((step) => ({ step, seen }));
}

const named = (tags: readonly number[]): string[] => tags.map((at) => TAGS[at] ?? '');

// Names in other case and spacing are the same tags.
async function tag(act: Act, { media, tags, token }: Operation & { readonly kind: 'tag' }): Promise<Thread> {
  const { stage } = act;
  const { slot, secret } = pickToken(stage, token);
  const add = named(tags);
  const sent = { add: add.map((name, at) => (at % 2 === 0 ? name : `  ${name} `)) };
  const answered = await stage.api('POST', `/media/${stage.ids.media[media]}/tags`, sent, secret);
  const seen = wordOf(answered, (body: { added: number }) => `added ${body.added}`);
  const change = changeTagsStep({ media, add, remove: [] }, (added) => `added ${added}`);
  return [gateStep(slot), change].map((step) => ({ step, seen }));
}

// Only tags whose ids are known can be taken off.
async function changeTags(
  act: Act,
  { media, add, remove }: Operation & { readonly kind: 'change tags' },
): Promise<Thread> {
  const { stage } = act;
  const change = { media, add: named(add), remove: named(remove).filter((name) => stage.tagIds[name] !== undefined) };
  const sent = { add: change.add, remove: change.remove.map((name) => stage.tagIds[name]) };
  const seen = wordOf(await stage.console('POST', `/media/${stage.ids.media[media]}/tags`, sent));
  return [changeTagsStep(change), readStep(media)].map((step) => ({ step, seen }));
}
