import { parseArgs } from 'node:util';

const MINUTES_MAX = 24 * 60;

export const USAGE = `npm run tool -- soak [options]
  --minutes N     how long (2; at most ${MINUTES_MAX})
  --rate R        requests a second, over all merchants (40)
  --merchants M   how many (5)
  --followers N   how many follow changes beside it, at merchants of their own (0)
  --overload      find what the server carries, then send ten times as much for as long as asked (at most 1 min)
  --json          the report as JSON instead of tables`;

export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '2' },
      rate: { type: 'string', default: '40' },
      merchants: { type: 'string', default: '5' },
      followers: { type: 'string', default: '0' },
      overload: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    seconds: 60 * numberOf('minutes', values.minutes, MINUTES_MAX),
    rate: numberOf('rate', values.rate, 10_000),
    merchants: Math.ceil(numberOf('merchants', values.merchants, 100)),
    followers: values.followers === '0' ? 0 : numberOf('followers', values.followers, 10_000),
    overload: values.overload,
    json: values.json,
    help: values.help,
  };
}

function numberOf(name, text, max) {
  const number = Number(text);
  if (number > 0 && number <= max) return number;
  throw new Error(`--${name} must be a number above 0 and at most ${max}, not ${text}.`);
}
