import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

// npm run test:failures.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['tests/failures/**/*.test.ts'],
    exclude: [],
    // They measure time.
    fileParallelism: false,
  },
});
