// Several processes on one port. The first keeps what there is once: the database and the store of this machine, what is done
// by the clock, the admin port. The others, its workers, answer requests, each as an instance of its own.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../config.js';
import { logOutages } from '../db/log-outages.js';
import { joinDatabase, type Database } from '../db/open-database.js';
import { CommandError } from '../errors.js';
import { answerAdmin, type Metrics } from '../http/admin.js';
import { watchReadiness } from '../http/health.js';
import { watchBackups, watchMail, watchStorage } from '../http/metrics.js';
import { openSecretKey } from '../identity/secret-key.js';
import type { Log } from '../log.js';
import { openMailer } from '../mail/open-mailer.js';
import { openStore } from '../storage/open-store.js';
import { limitsOf, loadApp, openApp, openClock, openTraces, stopTogether, type AppParts } from './serve-app.js';
import { untilAborted, type Step } from './stopping.js';
import { sumFigures, type Figures } from './sum-figures.js';

// Where the database is, which the first process may have started.
type Told = Pick<Database, 'connection' | 'direct' | 'isShared'>;

// A worker that ends as soon as it has begun would otherwise be begun again without a pause.
const RESTART_MS = 1_000;
// For a worker's figures. Of one that hangs those before count.
const ASK_MS_MAX = 2_000;

type Run = { readonly stopping: AbortSignal; readonly stops: Step[] };

// Starts the workers, and returns once all of them answer requests.
export async function openWorkers(
  config: Config,
  parts: AppParts,
  { stopping, stops }: Run,
): Promise<{ readonly admin: RequestListener }> {
  const { connection, direct = connection, isShared, log, mail } = parts;
  logOutages(parts.db, log);
  const workers = startWorkers({ connection, direct, isShared }, log);
  stops.push(workers.stop, async () => mail?.stop());
  await workers.start(config.workers, stopping);
  const metrics = gather(workers, parts);
  const ready = watchReadiness(parts);
  return { admin: answerAdmin({ log, metrics, ready }) };
}

type Workers = ReturnType<typeof startWorkers>;

function startWorkers(told: Told, log: Log) {
  // Workers take connections themselves, whoever has time. Handed out by this process, one that is on its way to a worker
  // as it is killed would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const running = new Set<Worker>();
  const listening = new Set<Worker>();
  let isStopping = false;
  let restarts = 0;
  let onEnd: (worker: Worker) => void = () => undefined;
  const begin = (): Worker => {
    const worker = cluster.fork();
    const begunAt = performance.now();
    running.add(worker);
    worker.once('message', () => worker.send(told));
    worker.once('listening', () => void listening.add(worker));
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      listening.delete(worker);
      onEnd(worker);
      if (isStopping) return;
      log.error({ worker: worker.id, code, signal }, 'a worker ended; another takes its place');
      restarts += 1;
      void replace(performance.now() - begunAt);
    });
    return worker;
  };
  const replace = async (livedMs: number): Promise<void> => {
    if (livedMs < RESTART_MS) await sleep(RESTART_MS);
    if (!isStopping) begin();
  };
  return {
    listening: () => [...listening],
    restarts: () => restarts,
    onEnd: (tell: typeof onEnd): void => void (onEnd = tell),
    start: async (count: number, stopping: AbortSignal): Promise<void> => {
      await Promise.all(Array.from({ length: count }, () => untilListening(begin(), stopping)));
    },
    // Each finishes its answers by itself, by the same deadline.
    stop: async (): Promise<void> => {
      isStopping = true;
      const ends = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.process.kill('SIGTERM');
      await Promise.all(ends);
    },
  };
}

async function untilListening(worker: Worker, stopping: AbortSignal): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    stopping.throwIfAborted();
    throw new CommandError('A worker ended before it was up. What it said stands above.');
  });
  await Promise.race([once(worker, 'listening'), ended, untilAborted(stopping)]);
}

// The sum over all workers and of what the first process sends by mail itself, and what only that one knows.
function gather({ listening, onEnd, restarts }: Workers, { backups, mail, store, refusals }: AppParts): Metrics {
  const sum = sumFigures<Worker>();
  onEnd(sum.end);
  const [own, shared] = [new Registry(), new Registry()];
  const registers = [own];
  if (mail !== undefined) watchMail(mail, [shared]);
  new Gauge({
    name: 'vitrine_workers',
    help: 'Processes that answer requests',
    registers,
    collect() {
      this.set(listening().length);
    },
  });
  new Counter({
    name: 'vitrine_worker_restarts_total',
    help: 'Workers that ended and were replaced',
    registers,
    collect() {
      this.reset();
      this.inc(restarts());
    },
  });
  if (backups !== undefined) watchBackups(backups, registers);
  watchStorage({ store, refusals }, registers);
  return {
    contentType: own.contentType,
    async metrics() {
      await Promise.all(listening().map((worker) => ask(worker, sum.know)));
      return (await sum.metrics(await shared.getMetricsAsJSON())) + (await own.metrics());
    },
  };
}

const READY = 'ready';
const FIGURES = 'figures';

// One that ends meanwhile gives none: what it said before is in the sum.
async function ask(worker: Worker, know: (worker: Worker, figures: Figures) => void): Promise<void> {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(ASK_MS_MAX) });
  worker.send(FIGURES, () => undefined);
  await answer.then(
    ([figures]) => void (worker.isDead() || know(worker, figures as Figures)),
    () => undefined,
  );
}

// What a worker does: the service alone, on the database that it was told of.
export async function startWorker(
  config: Config,
  { log, stopping, undo }: { readonly log: Log; readonly stopping: AbortSignal; readonly undo: Step[] },
): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined) throw new Error('not a worker');
  // At last: an open channel keeps the process.
  undo.push(async () => void worker.disconnect());
  void loadApp();
  // Asked for: what is sent before anybody listens is lost.
  const told = once(worker, 'message') as Promise<[Told]>;
  worker.send(READY);
  await Promise.race([told, untilAborted(stopping)]);
  stopping.throwIfAborted();
  const [{ connection, direct, isShared }] = await told;
  const database = await joinDatabase(connection, limitsOf(config));
  undo.push(database.close);
  const secretKey = await openSecretKey(database.db, config);
  const clock = await openClock({ ...database, isShared }, log, undo);
  const tracer = await openTraces(config, { clock, log, undo });
  const store = await openStore(config, clock, log);
  const mail = config.mail && openMailer(config.mail, log);
  // Requests are counted in the database, as those of several instances are.
  const parts = { ...database, connection, direct, isShared: true, store, clock, log, mail, tracer, secretKey };
  const { metrics } = await openApp(config, parts, stopTogether(undo));
  worker.on('message', (message) => {
    if (message === FIGURES) void metrics.getMetricsAsJSON().then((figures) => worker.send(figures));
  });
}
