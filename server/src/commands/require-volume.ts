import { readFile } from 'node:fs/promises';
import type { Config } from '../config.js';
import { CommandError } from '../errors.js';

/** Refuses to start in a container whose data would be lost with it. */
export async function requireVolume({ dataDir, databaseUrl, storage }: Config): Promise<void> {
  if (databaseUrl !== undefined && storage.kind === 's3') return;
  if (isOnMount(dataDir, await readFile('/proc/self/mountinfo', 'utf8'))) return;
  throw new CommandError(
    `${dataDir} is not a volume, so everything would be lost with this container. Mount one (docker run -v vitrine:${dataDir} …), or set DATA_IN_CONTAINER=yes if that is what you want.`,
  );
}

/** Decides whether the folder is a mount point or below one other than the root. */
export function isOnMount(folder: string, mountinfo: string): boolean {
  const mountPoints = mountinfo
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))),
    );
  return mountPoints.some((point) => point !== '' && point !== '/' && `${folder}/`.startsWith(`${point}/`));
}
