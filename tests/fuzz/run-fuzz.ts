import fc from 'fast-check';
import { apiRows } from './api-rows.js';
import { attempt, type Attempt, type Ports } from './attempt.js';
import { brokenRequests } from './broken-requests.js';
import { signatureOf, type Fault } from './fault.js';
import { describeRequest, type ApiName, type FuzzRequest } from './fuzz-request.js';
import { rowRequests } from './row-request.js';
import { storedRequests } from './stored-requests.js';
import type { World } from './world.js';

export type Target = ApiName | 'storage';

export type FuzzOptions = {
  readonly seed: number;
  // Whichever comes first.
  readonly requestsMax: number;
  readonly msMax: number;
  readonly targets?: readonly Target[];
  // Where to send to, when it is not the service itself.
  readonly ports?: Ports;
  // Stops with the first one.
  readonly faultsMax?: number;
  // How often a fault is tried to be made smaller; one that takes longer is shown as it is.
  readonly shrinksMax?: number;
  // Where in the run of the seed to begin again: the way to one request.
  readonly path?: string;
};

export type Finding = { readonly fault: Fault; readonly request: string; readonly seed: number; readonly path: string };

export type Report = {
  readonly requests: Map<string, number>;
  readonly statuses: Map<string, number>;
  // Of what was taken, by API and method.
  readonly taken: Map<string, number>;
  // What was answered at all.
  readonly answered: Map<string, number>;
  readonly findings: Finding[];
  sent: number;
};

const ROUND_REQUESTS = 500;
// Enough to come down to one line.
const SHRINKS_MAX = 150;
const HEAL_EVERY = 100;
const SIGN_IN_AGAIN_EVERY = 5;
// Beside four of each row: there are sixty cases of it.
const BROKEN_WEIGHT = 10;

// Rounds of requests until the budget is spent. Each fault is reported once, as small as it could be made.
export async function runFuzz(world: World, options: FuzzOptions): Promise<Report> {
  const report: Report = {
    requests: new Map(),
    statuses: new Map(),
    taken: new Map(),
    answered: new Map(),
    findings: [],
    sent: 0,
  };
  const requests = anyRequest(options.targets ?? ['integrations', 'console', 'screens', 'storage']);
  const end = performance.now() + options.msMax;
  for (let round = 0; report.sent < options.requestsMax && performance.now() < end; round += 1) {
    const numRuns = options.path === undefined ? Math.min(ROUND_REQUESTS, options.requestsMax - report.sent) : 1;
    const msLeft = Math.max(1, end - performance.now());
    await runRound(world, report, requests, {
      ...options,
      seed: options.seed + round,
      requestsMax: numRuns,
      msMax: msLeft,
    });
    if (report.findings.length >= (options.faultsMax ?? Infinity) || options.path !== undefined) break;
  }
  return report;
}

async function runRound(world: World, report: Report, requests: fc.Arbitrary<FuzzRequest>, options: FuzzOptions) {
  const known = new Set(report.findings.map(({ fault }) => signatureOf(fault)));
  let found: Fault | undefined;
  let shrinks = 0;
  const property = fc.asyncProperty(requests, async (request) => {
    if (found !== undefined && (shrinks += 1) > (options.shrinksMax ?? SHRINKS_MAX)) return;
    await healNow(world, report.sent);
    const { faults } = count(report, await attempt(world, options.ports ?? world.ports, request));
    // While it is made smaller, a fault must stay the one that it was.
    const wanted = found === undefined ? undefined : signatureOf(found);
    const fault = faults.find((one) =>
      wanted === undefined ? !known.has(signatureOf(one)) : signatureOf(one) === wanted,
    );
    if (fault === undefined) return;
    found = fault;
    throw new Error(signatureOf(fault));
  });
  const { seed, requestsMax, msMax, path } = options;
  const limits = { numRuns: requestsMax, interruptAfterTimeLimit: msMax };
  const checked = await fc.check(property, { seed, ...limits, ...(path !== undefined && { path }) });
  const [request] = checked.counterexample ?? [];
  if (found === undefined || request === undefined) {
    if (checked.failed) throw new Error('The fuzzer itself failed.', { cause: checked.errorInstance });
    return;
  }
  report.findings.push({
    fault: found,
    request: describeRequest(request),
    seed,
    path: checked.counterexamplePath ?? '',
  });
}

// Signing out, or demanding a second factor, ends what comes after it, so it is mended soon; roles and throttles from time to time.
async function healNow(world: World, sent: number): Promise<void> {
  const every = world.state.isKeptOut ? SIGN_IN_AGAIN_EVERY : HEAL_EVERY;
  if (sent % every !== 0) return;
  world.state.isKeptOut = false;
  await world.heal();
}

function count(report: Report, done: Attempt): Attempt {
  report.sent += 1;
  add(report.requests, done.where);
  const [api, method] = done.where.split(' ', 2);
  for (const { status } of done.answers) {
    add(report.statuses, `${api} ${status}`);
    if (status === 200) add(report.taken, `${api} ${method}`);
  }
  if (done.answers.length === 0) add(report.statuses, `${api} none`);
  else add(report.answered, done.where);
  return done;
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

function anyRequest(targets: readonly Target[]): fc.Arbitrary<FuzzRequest> {
  const rows = apiRows
    .filter(({ api }) => targets.includes(api))
    .map((row) => ({ weight: 4, arbitrary: rowRequests(row) }));
  const broken = targets.map((target) => ({ weight: BROKEN_WEIGHT, arbitrary: brokenRequests(target) }));
  const stored = targets.includes('storage') ? [{ weight: 40, arbitrary: storedRequests() }] : [];
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<FuzzRequest> }[]>(...rows, ...broken, ...stored);
}
