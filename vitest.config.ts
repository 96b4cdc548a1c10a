import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Tests read the sources, so that a stale build cannot make them pass.
    alias: [
      { find: /^@vitrine\/contract\/(.*)$/, replacement: `${import.meta.dirname}/contract/src/$1.ts` },
      { find: /^@vitrine\/client$/, replacement: `${import.meta.dirname}/client/src/index.ts` },
    ],
  },
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'client/{src,test}/**/*.test.ts',
      'cli/{src,test}/**/*.test.ts',
      'console/{src,test}/**/*.test.ts',
      'examples/**/*.test.ts',
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
    ],
    exclude: ['server/test/s3/**', 'server/test/failures.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
