import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const PARTS = ['reads', 'writes', 'counters', 'workers', 'puts', 'signing', 'start', 'screens', 'changes', 'sparse'];
// Of a quick run, unless others are named: the rest waits, or loads what a quick run has no time for.
const QUICK_PARTS = ['reads', 'writes', 'signing', 'start'];

// Of a whole run, and of a quick one. `requestsMin`: a turn on a busy machine is as long as it takes to answer these; its
// median would be of too few otherwise.
const SIZES = {
  media: [100_000, 20_000],
  rounds: [5, 3],
  seconds: [0.8, 0.2],
  warmSeconds: [0.5, 0.1],
  warmRequests: [3_000, 800],
  requestsMin: [200, 40],
  connections: [[1, 16], [16]],
  others: [19, 19],
  othersMedia: [5_000, 250],
  putMiB: [1_024, 256],
  putRounds: [3, 2],
  screenSeconds: [60, 26],
};

export const USAGE = `npm run bench -- [options]
  --media N     media of the large merchant (${SIZES.media.join('; ')} with --quick)
  --quick       fewer rounds, less data, 256 MiB instead of 1 GiB; of the parts ${QUICK_PARTS.join(', ')}: under two minutes
  --only A,B    of ${PARTS.join(', ')}
  --cases A,B   of the reads those whose names hold one of these
  --rounds N    interleaved rounds (${SIZES.rounds.join('; ')} with --quick)
  --data DIR    keep the data in this folder, and find it there the next time; --only none just loads
  --json        the result as JSON instead of tables
  --keep        also write it to bench/results/<date>-<commit>[-<media>][-node<major>].json`;

export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      media: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      cases: { type: 'string', default: '' },
      data: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { media, rounds, ...size } = Object.fromEntries(
    Object.entries(SIZES).map(([name, [full, quick]]) => [name, values.quick ? quick : full]),
  );
  return {
    ...values,
    ...size,
    media: Number(values.media ?? media),
    rounds: Number(values.rounds ?? rounds),
    parts: partsOf(values),
    cases: values.cases.split(','),
    data: values.data && resolve(values.data),
  };
}

function partsOf({ only, quick }) {
  if (only !== undefined) return PARTS.filter((part) => only.split(',').includes(part));
  return quick ? QUICK_PARTS : PARTS;
}
