import type { Command } from 'commander';
import { systemClock } from '../clock.js';
import { readConfig } from '../config.js';
import { CommandError } from '../errors.js';
import { command, commandGroup } from './command.js';
import { printRow } from './print.js';

export const storageCommands = (): Command =>
  commandGroup('storage', 'the bucket that files are kept in', [
    command('set-up', 'let pages of BASE_URL upload to the bucket, by a CORS rule beside those it has').action(
      async (options: { json?: boolean }) => {
        const { storage, baseUrl } = readConfig();
        if (storage.kind !== 's3')
          throw new CommandError(
            'Files are in the embedded store, which needs no setting up. S3_BUCKET names a bucket.',
          );
        const { setUpBucket } = await import('../storage/set-up-bucket.js');
        const cors = await setUpBucket(storage, baseUrl, systemClock);
        printRow({ bucket: storage.bucket, origin: new URL(baseUrl).origin, cors }, options);
      },
    ),
  ]);
