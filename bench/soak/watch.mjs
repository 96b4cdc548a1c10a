// The server's memory and its database connections, looked at regularly; and in the end why anything was answered with a 500.
import { readFile } from 'node:fs/promises';
import { rssMegabytes } from '../proc.mjs';

const SAMPLES_MAX = 10_000;
const MS_PER_HOUR = 3_600_000;

export function watchServer({ admin, client, pid, logFile }, seconds) {
  const everyMs = Math.max(1_000, (seconds * 1000) / SAMPLES_MAX);
  const samples = [];
  const startedAt = performance.now();
  const look = async () => {
    const { text } = await client.ask(`${admin}/metrics`);
    const connections = (state) => Number(new RegExp(`connections{state="${state}"} (\\d+)`).exec(text)?.[1] ?? 0);
    samples.push({
      hours: (performance.now() - startedAt) / MS_PER_HOUR,
      megabytes: rssMegabytes(pid),
      open: connections('busy') + connections('idle'),
      waiting: connections('waiting'),
    });
  };
  const timer = setInterval(() => void look(), everyMs);
  return async () => {
    clearInterval(timer);
    await look();
    const { text } = await client.ask(`${admin}/metrics`);
    const refused = Number(/^vitrine_overload_refusals_total (\d+)/m.exec(text)?.[1] ?? 0);
    return { ...toJson(samples), refusedForOverload: refused, logged: await countLogged(logFile) };
  };
}

// Each error of the log with its cause, and how often.
async function countLogged(logFile) {
  const counts = {};
  for (const line of (await readFile(logFile, 'utf8')).split('\n')) {
    if (!line.startsWith('{')) continue;
    const { level, msg, err } = JSON.parse(line);
    const words = [msg, err?.message].filter(Boolean).join(': ');
    if (level >= 40) counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
}

function toJson(samples) {
  const megabytes = samples.map((sample) => sample.megabytes);
  return {
    samples: samples.length,
    memory: {
      firstMegabytes: megabytes[0],
      // A process grows to its size and stays there; one that leaks goes on.
      quartersMegabytes: [1, 2, 3].map((quarter) => megabytes[Math.floor((megabytes.length * quarter) / 4)]),
      lastMegabytes: megabytes.at(-1),
      maxMegabytes: Math.max(...megabytes),
      megabytesPerHour: slope(samples.slice(Math.floor(samples.length / 2))),
    },
    connections: {
      maxOpen: Math.max(...samples.map(({ open }) => open)),
      lastOpen: samples.at(-1).open,
      maxWaiting: Math.max(...samples.map(({ waiting }) => waiting)),
    },
  };
}

// Least squares. The first half is left out: a process that has just started grows to its size.
function slope(samples) {
  const mean = (valueOf) => samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length;
  const hours = mean((sample) => sample.hours);
  const megabytes = mean((sample) => sample.megabytes);
  const shared = mean((sample) => (sample.hours - hours) * (sample.megabytes - megabytes));
  const spread = mean((sample) => (sample.hours - hours) ** 2);
  return spread === 0 ? 0 : shared / spread;
}
