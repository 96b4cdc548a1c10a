import {
  ConnectionError,
  ForbiddenError,
  UnauthorizedError,
  VitrineError,
  type Client,
  type UploadOptions,
  type UploadProgress,
} from '@vitrine/client';
import { reasonOf } from './errors.js';
import { mediaName, openFileSource, type FileSource } from './files.js';
import { plain } from './text-width.js';

export type Outcome =
  | {
      readonly kind: 'uploaded' | 'duplicate';
      readonly path: string;
      readonly bytes: number;
      readonly mediaId: string;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'failed'; readonly path: string; readonly reason: string; readonly requestId: string | undefined }
  | { readonly kind: 'not-tried'; readonly path: string };

// Who watches an upload: bars at a terminal, lines elsewhere.
export type Reporter = {
  readonly start: (path: string, bytes: number) => void;
  readonly progress: (path: string, progress: UploadProgress) => void;
  readonly finish: (outcome: Outcome) => void;
};

export type Batch = {
  readonly paths: readonly string[];
  readonly details: Omit<UploadOptions, 'name'> & { readonly name?: string | undefined };
  readonly atOnce: number;
};

type Deps = {
  readonly client: Client;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  readonly onStored?: OnStored | undefined;
};

export type OnStored = (
  file: FileSource,
  stored: { readonly mediaId: string; readonly checksum: string },
) => Promise<void>;

// Several at once, in the order given. What cannot succeed for the rest either (token, scope, no service) ends it all.
export async function uploadFiles(deps: Deps, batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = [...batch.paths];
  const stopping = new AbortController();
  const stored = new Set<string>();
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const isOver = deps.signal.aborted || stopping.signal.aborted;
      const done: Outcome = isOver ? { kind: 'not-tried', path } : await uploadOne(deps, batch, path, stopping);
      const outcome = toDuplicate(done, stored);
      outcomes.push(outcome);
      deps.reporter.finish(outcome);
    }
  };
  await Promise.all(Array.from({ length: batch.atOnce }, work));
  return outcomes.toSorted((one, other) => batch.paths.indexOf(one.path) - batch.paths.indexOf(other.path));
}

// The same bytes twice in one batch become one item, whichever came first.
function toDuplicate(outcome: Outcome, stored: Set<string>): Outcome {
  if (outcome.kind !== 'uploaded') return outcome;
  if (stored.has(outcome.mediaId)) return { ...outcome, kind: 'duplicate' };
  stored.add(outcome.mediaId);
  return outcome;
}

async function uploadOne(deps: Deps, batch: Batch, path: string, stopping: AbortController): Promise<Outcome> {
  try {
    const file = await openFileSource(path);
    deps.reporter.start(path, file.size);
    const { media, duplicate, warnings, checksum } = await deps.client.media.upload(file, {
      ...batch.details,
      name: batch.details.name ?? mediaName(path),
      signal: deps.signal,
      onProgress: (progress) => deps.reporter.progress(path, progress),
    });
    await deps.onStored?.(file, { mediaId: media.id, checksum });
    return {
      kind: duplicate ? 'duplicate' : 'uploaded',
      path,
      bytes: file.size,
      mediaId: media.id,
      warnings: warnings.map(({ message }) => message),
    };
  } catch (error) {
    if (deps.signal.aborted) return { kind: 'not-tried', path };
    if (isHopeless(error)) stopping.abort();
    return { kind: 'failed', path, reason: reasonOf(error), requestId: requestOf(error) };
  }
}

const isHopeless = (error: unknown): boolean =>
  error instanceof UnauthorizedError || error instanceof ForbiddenError || error instanceof ConnectionError;

const requestOf = (error: unknown): string | undefined => (error instanceof VitrineError ? error.requestId : undefined);

type Stored = Extract<Outcome, { readonly mediaId: string }>;
export const isStored = (outcome: Outcome): outcome is Stored => 'mediaId' in outcome;

export const toLine = ({ kind, path, mediaId }: Stored): string => `${kind.padEnd(9)}  ${mediaId}  ${plain(path)}`;
