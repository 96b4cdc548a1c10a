import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

// npm run test:citus: on the cluster of CITUS_URL, in its one database, where a statement that runs on more than one shard is
// refused.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'server/test/{cluster,homes,cluster-kills,cluster-rebalance}.test.ts',
      'tests/isolation/walls.slow.test.ts',
      'server/src/webhooks/{sender,sender-hangs,webhooks}.test.ts',
      'server/src/changes/{changes,mirror}.test.ts',
      'server/test/{gates,write-gates,rate-limits}.test.ts',
      'server/src/uploads/*.test.ts',
      'server/src/campaigns/publish.test.ts',
      'server/test/s3/{instances,instances-failing}.test.ts',
    ],
    exclude: [],
    // They share the database.
    fileParallelism: false,
  },
});
