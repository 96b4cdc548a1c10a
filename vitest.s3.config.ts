import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

// npm run test:s3: the same set-up as npm test, with the S3 store of the environment instead of the one on disk.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'server/test/s3/**/*.test.ts',
      'client/test/upload.test.ts',
      'client/test/upload-parts.test.ts',
      'cli/test/uploads.test.ts',
      'server/src/uploads/*.test.ts', // they run on whichever store startService() is given
    ],
    exclude: [],
    // The store is shared, and some tests pause it.
    fileParallelism: false,
  },
});
