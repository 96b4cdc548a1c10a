import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What takes minutes: `npm run test:long`.
export const LONG = [
  'tests/cli/crash.long.test.ts',
  'tests/cli/backup-load.long.test.ts',
  'tests/cli/pooler-everything.long.test.ts',
  'tests/cli/soak.long.test.ts',
  'tests/cli/bench.long.test.ts',
  'tests/fuzz/planted-faults.long.test.ts',
  'tests/model/planted-faults.long.test.ts',
  'tests/model/crash-model.long.test.ts',
  'tests/model/instances-model.long.test.ts',
  'embedded-postgres/src/crash.long.test.ts',
  'embedded-postgres/src/start-postgres.slow.test.ts',
  'client/test/memory.slow.test.ts',
  'scripts/test/packages.slow.test.ts',
  'server/src/docs/reference-browser.slow.test.ts',
  'server/src/uploads/metadata/read-metadata-mutations.slow.test.ts',
];

// They take a minute and more. Begun at the end, each would be waited for while the other workers have nothing to do.
const SLOWEST = /(?:access|walls|screen|library|items|gates|backup-commands)\.test\.ts$/;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isSlow) => sorted.filter(({ moduleId }) => SLOWEST.test(moduleId) === isSlow));
  }
}

export default defineConfig({
  resolve: {
    // Tests read the sources, so that a stale build cannot make them pass.
    alias: [
      { find: /^@vitrine\/contract\/(.*)$/, replacement: `${import.meta.dirname}/contract/src/$1.ts` },
      { find: /^@vitrine\/(client|disk-s3|embedded-postgres)$/, replacement: `${import.meta.dirname}/$1/src/index.ts` },
    ],
  },
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'client/{src,test}/**/*.test.ts',
      'cli/{src,test}/**/*.test.ts',
      'console/{src,test}/**/*.test.ts',
      'disk-s3/src/**/*.test.ts',
      'embedded-postgres/src/**/*.test.ts',
      'examples/**/*.test.ts',
      'screen/{src,test}/**/*.test.ts',
      'scripts/test/*.test.ts',
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    exclude: [
      'server/test/s3/**',
      'server/test/{cluster,cluster-kills,cluster-rebalance,homes}.test.ts',
      'tests/failures/**',
      ...LONG,
    ],
    globalSetup: ['tests/harness/global-setup.ts'],
    setupFiles: ['tests/harness/same-seed.ts', 'tests/harness/keep-connections.ts'],
    pool: 'forks',
    // What a worker has loaded stays for its next file: loading took a third of the time. So a test leaves nothing behind
    // in a module.
    isolate: false,
    // One more than CI has cores: tests wait for processes, sockets and clocks a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // Against what never ends; how long something takes on a busy machine is no matter of a test.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
