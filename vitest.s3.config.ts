import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

// They pause the store, which is everybody's.
const PAUSING = ['server/test/s3/{instances-failing,s3-check}.test.ts'];

// npm run test:s3: the same set-up as npm test, with the S3 store of the environment instead of the one on disk.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  ...base,
  test: {
    projects: [
      {
        ...base,
        test: {
          ...base.test,
          name: 'beside each other',
          include: [
            'server/test/s3/**/*.test.ts',
            'client/test/upload.test.ts',
            'client/test/upload-parts.test.ts',
            'cli/test/uploads.slow.test.ts',
            'server/src/uploads/*.test.ts', // they run on whichever store startService() is given
          ],
          exclude: PAUSING,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...base,
        test: {
          ...base.test,
          name: 'alone',
          include: PAUSING,
          exclude: [],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
