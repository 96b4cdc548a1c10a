import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE } from './tests/harness/patience.js';

const PACKAGES = 'contract,client,cli,console,disk-s3,embedded-postgres,examples,screen,scripts,server,tests';
const NEVER = ['**/node_modules/**', '**/dist/**'];

// They pause the store, so no other test may use it meanwhile.
const PAUSING = ['tests/storage/{instances-failing,s3-check}.test.ts'];

// These take a minute or more. Started last, one worker would run them while the others have nothing left to do.
const SLOWEST = /(?:access|walls|screen|library|items|gates|backup-commands)\.slow\.test\.ts$/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isSlow) => sorted.filter(({ moduleId }) => SLOWEST.test(moduleId) === isSlow));
  }
}

// `npm test` runs "fast". scripts/test-all.mjs says which of the others `npm run test:all` runs, and why not all of them.
const projects = [
  project('fast', {
    include: [`{${PACKAGES}}/**/*.test.ts`],
    exclude: [...NEVER, '**/*.{slow,long}.test.ts', 'tests/{storage,cluster,failures}/**'],
    testTimeout: 120_000 * PATIENCE,
    hookTimeout: 120_000 * PATIENCE,
  }),
  project('slow', { include: [`{${PACKAGES}}/**/*.slow.test.ts`] }),
  project('long', { include: [`{${PACKAGES}}/**/*.long.test.ts`] }),
  project('failures', { include: ['tests/failures/**/*.test.ts'], maxWorkers: 1, sequence: { groupOrder: 3 } }),
  // On the S3 store that scripts/test-on-ceph.mjs starts. The upload tests use whichever store they are given.
  project('storage', {
    include: [
      'tests/storage/**/*.test.ts',
      'server/src/uploads/*.test.ts',
      'client/test/{upload,upload-parts}.test.ts',
      'cli/test/uploads.slow.test.ts',
    ],
    exclude: [...NEVER, ...PAUSING],
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
  }),
  project('storage-paused', { include: PAUSING, maxWorkers: 1, sequence: { groupOrder: 2 } }),
  // On the Citus cluster that CITUS_URL names. Its one database is shared, so files run one after another.
  project('cluster', {
    include: [
      'tests/cluster/**/*.test.ts',
      'tests/isolation/walls.slow.test.ts',
      'tests/api/{gates,write-gates}.slow.test.ts',
      'tests/api/rate-limits.test.ts',
      'tests/storage/{instances,instances-failing}.test.ts',
      'server/src/webhooks/{sender,sender-hangs,webhooks}.test.ts',
      'server/src/changes/{changes,mirror}.test.ts',
      'server/src/uploads/*.test.ts',
      'server/src/campaigns/publish.test.ts',
    ],
    maxWorkers: 1,
    sequence: { groupOrder: 4 },
  }),
];

export default defineConfig({
  resolve: {
    // Tests read the sources, so that a stale build cannot make them pass.
    alias: [
      { find: /^@vitrine\/contract\/(.*)$/, replacement: `${import.meta.dirname}/contract/src/$1.ts` },
      { find: /^@vitrine\/(client|disk-s3|embedded-postgres)$/, replacement: `${import.meta.dirname}/$1/src/index.ts` },
    ],
  },
  test: {
    projects,
    reporters: ['default', './tests/harness/summary-reporter.ts'],
    sequence: { sequencer: SlowestFirst },
    // Keeps transformed modules on disk: a second run of one small file takes 6.2 CPU seconds instead of 10.3.
    experimental: { fsModuleCache: true },
  },
});

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      exclude: NEVER,
      globalSetup: ['tests/harness/global-setup.ts'],
      setupFiles: ['tests/harness/same-seed.ts', 'tests/harness/keep-connections.ts'],
      pool: 'forks',
      // A worker keeps its loaded modules for its next file: loading took a third of the time. So no test may leave state
      // behind in a module.
      isolate: false,
      // One more than CI has cores: tests wait for processes, sockets and clocks a third of their time.
      maxWorkers: 3,
      testTimeout: 600_000 * PATIENCE,
      hookTimeout: 600_000 * PATIENCE,
      expect: { poll: { timeout: 60_000 * PATIENCE } },
      ...test,
    },
  };
}
