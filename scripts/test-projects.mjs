// Which projects of vitest.config.ts CI runs, and why it does not run the others.
export const IN_CI = ['fast', 'slow', 'storage', 'storage-paused'];

export const NOT_IN_CI = [
  {
    project: 'long',
    command: 'npm run tool -- long',
    reason: 'dozens of crashes, planted faults, a soak and a bench take many minutes',
  },
  {
    project: 'failures',
    command: 'npm run tool -- failures',
    reason: 'measures time while PostgreSQL, disk and clock fail, so it needs a quiet machine',
  },
  { project: 'cluster', command: 'npm run tool -- cluster', reason: 'needs a Citus cluster of three nodes' },
  {
    project: undefined,
    command: 'npm run test:production',
    reason: 'walks docs/going-to-production.md and needs root, mounts and its own network',
  },
];
