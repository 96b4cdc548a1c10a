import { open, type FileHandle } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

type Write = (this: FileHandle, chunks: readonly NodeJS.ArrayBufferView[], position?: number) => Promise<unknown>;

/** From now on what is written into files of this process waits until it is released, or the test is over. */
export async function holdWrites() {
  const handle = await open('/dev/null');
  const prototype = Object.getPrototypeOf(handle) as { writev: Write };
  await handle.close();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => void (release = resolve));
  let files = 0;
  const { writev } = prototype;
  prototype.writev = async function (chunks, position) {
    if (position === 0) files += 1;
    await released;
    return writev.call(this, chunks, position);
  };
  onTestFinished(() => {
    prototype.writev = writev;
    release();
  });
  /** `files`: how many have got their first bytes since, or wait for them. */
  return { files: () => files, release };
}
