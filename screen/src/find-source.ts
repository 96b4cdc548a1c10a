import { askHead } from './ask-head.js';
import type { Files } from './files.js';
import type { Source } from './stage.js';
import type { FaultKind, ProgramMedia } from './wire.js';

export type SourceDeps = {
  readonly files: Files | undefined;
  readonly findUrl: (mediaId: string) => Promise<string | undefined>;
  // A file was found broken.
  readonly repair: () => void;
};

// Where a medium is shown from: the device, or, where it has no store, the storage itself; or why it cannot be.
export async function findSource(deps: SourceDeps, media: ProgramMedia, seconds: number): Promise<Source | FaultKind> {
  const { type, name, sha256, mimeType, url } = media;
  const from = (src: string, release = (): void => {}): Source => ({ type, name, seconds, src, release });
  if (sha256 === null) return (await isReachable(url)) ? from(url) : 'no_answer';
  if (deps.files === undefined) {
    const address = await deps.findUrl(media.id);
    return address === undefined ? 'not_found' : from(address);
  }
  const blob = await deps.files.open({ sha256, mimeType });
  if (blob === undefined) {
    deps.repair();
    return 'wrong_bytes';
  }
  const src = URL.createObjectURL(blob);
  return from(src, () => URL.revokeObjectURL(src));
}

// Without network a frame would show the browser's own error page. What a page of another origin answers cannot be read,
// but that it answers can be told.
const isReachable = async (url: string): Promise<boolean> =>
  (await askHead(url, { mode: 'no-cors', credentials: 'omit' })) !== undefined;
