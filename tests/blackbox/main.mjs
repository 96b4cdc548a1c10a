// npm run tool -- blackbox --url http://127.0.0.1:8080 --token A --token B: holds an installation to the contract from outside,
// over HTTP. Exits with 0 when every sentence that could be tried holds, 1 when one does not, 2 on wrong usage.
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `npm run tool -- blackbox --url URL --token A [--token B] [--same-merchant] [--use-up]

  --url            where the service is, without /api/integrations/v1
  --token          the first is tried on everything that its scopes allow, best on all of them;
                   the second, of another merchant and with fewer scopes, shows the walls and the refusals
  --same-merchant  the second token is of the first one's merchant: there are no walls to try
  --use-up         use up the last token's reads of a minute, to see the 429; leave it out when others use that token`;

const target = readTarget();
if (target === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await report(target);
}

function readTarget() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        token: { type: 'string', multiple: true, default: [] },
        'same-merchant': { type: 'boolean', default: false },
        'use-up': { type: 'boolean', default: false },
      },
    });
    const { url, token: secrets, 'same-merchant': isSameMerchant, 'use-up': mayUseUp } = values;
    if (!URL.canParse(url ?? '') || secrets.length < 1 || secrets.length > 2) return undefined;
    return { url: url.replace(/\/+$/, ''), secrets, isSameMerchant, mayUseUp };
  } catch {
    return undefined;
  }
}

async function report(target) {
  // A process of its own, whose environment carries the tokens: a command line can be read by everyone on the machine.
  process.env.BLACKBOX = JSON.stringify(target);
  const cases = fileURLToPath(new URL('cases.mjs', import.meta.url));
  const seen = { held: 0, broken: 0, skipped: new Map(), left: [] };
  for await (const event of run({ files: [cases] })) note(seen, event);
  console.log(`\n${seen.held} held, ${seen.broken} did not, ${total(seen.skipped)} were skipped.`);
  for (const [reason, count] of seen.skipped) console.log(`  ${count} skipped: ${reason}`);
  seen.left.forEach((line) => console.log(line));
  return seen.broken === 0 && seen.held > 0 ? 0 : 1;
}

function note(seen, { type, data }) {
  if (type === 'test:diagnostic' && data.message.startsWith('left: ')) {
    seen.left.push(data.message.replace('left:', 'Left behind:'));
  }
  if (type === 'test:stderr') process.stderr.write(data.message);
  if (type !== 'test:pass' && type !== 'test:fail') return;
  // Told once, where it happened.
  if (data.details.error?.failureType === 'subtestsFailed') return;
  // The file itself is told as a test, too: of interest only when it fell over.
  if (data.name.endsWith('cases.mjs')) {
    if (type === 'test:fail' && seen.broken === 0) tellFault(seen, 'the black box itself', data);
    return;
  }
  if (data.skip !== undefined) tellSkipped(seen, data);
  else if (type === 'test:fail') tellFault(seen, data.name, data);
  else {
    seen.held += 1;
    console.log(`✓ ${data.name}`);
  }
}

function tellSkipped({ skipped }, { name, skip }) {
  const reason = typeof skip === 'string' ? skip : 'no reason is given';
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  console.log(`- ${name} (skipped: ${reason})`);
}

function tellFault(seen, name, { details }) {
  seen.broken += 1;
  const cause = details.error?.cause ?? details.error;
  const text = String(cause?.message ?? cause);
  console.log(`✗ ${name}\n${text.replace(/^/gm, '    ')}`);
}

function total(counts) {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
