import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const PARTS = ['reads', 'writes', 'counters', 'puts', 'signing', 'start'];

// `requestsMin`: a turn on a busy machine is as long as it takes to answer these; its median would be of too few otherwise.
const FULL = {
  rounds: 5,
  seconds: 0.8,
  warmSeconds: 0.5,
  warmRequests: 3_000,
  requestsMin: 200,
  connections: [1, 16],
  others: 19,
  othersMedia: 5_000,
  putMiB: 1_024,
  putRounds: 3,
};
const QUICK = {
  rounds: 3,
  seconds: 0.2,
  warmSeconds: 0.1,
  warmRequests: 800,
  requestsMin: 40,
  connections: [16],
  others: 3,
  othersMedia: 1_000,
  putMiB: 256,
  putRounds: 2,
};

export const USAGE = `npm run bench -- [options]
  --media N     media of the large merchant (100000; 20000 with --quick)
  --quick       fewer rounds, less data, 256 MiB instead of 1 GiB: under two minutes
  --only A,B    of ${PARTS.join(', ')}
  --cases A,B   of the reads those whose names hold one of these
  --rounds N    interleaved rounds (${FULL.rounds}; ${QUICK.rounds} with --quick)
  --data DIR    keep the data in this folder, and find it there the next time; --only none just loads
  --json        the result as JSON instead of tables
  --keep        also write it to bench/results/<date>-<commit>[-<media>][-node<major>].json`;

export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      media: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', default: PARTS.join(',') },
      cases: { type: 'string', default: '' },
      data: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const size = values.quick ? QUICK : FULL;
  return {
    ...size,
    media: Number(values.media ?? (values.quick ? 20_000 : 100_000)),
    rounds: Number(values.rounds ?? size.rounds),
    parts: PARTS.filter((part) => values.only.split(',').includes(part)),
    cases: values.cases.split(','),
    data: values.data && resolve(values.data),
    quick: values.quick,
    json: values.json,
    keep: values.keep,
    help: values.help,
  };
}
