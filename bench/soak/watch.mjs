// The server's memory and its database connections, looked at regularly.
import { rssMegabytes } from '../proc.mjs';

const SAMPLES_MAX = 10_000;
const MS_PER_HOUR = 3_600_000;

export function watchServer({ admin, client, pid }, seconds) {
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
    return toJson(samples);
  };
}

function toJson(samples) {
  const megabytes = samples.map((sample) => sample.megabytes);
  return {
    samples: samples.length,
    memory: {
      firstMegabytes: megabytes[0],
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
export function slope(samples) {
  const mean = (valueOf) => samples.reduce((sum, sample) => sum + valueOf(sample), 0) / samples.length;
  const hours = mean((sample) => sample.hours);
  const megabytes = mean((sample) => sample.megabytes);
  const shared = mean((sample) => (sample.hours - hours) * (sample.megabytes - megabytes));
  const spread = mean((sample) => (sample.hours - hours) ** 2);
  return spread === 0 ? 0 : shared / spread;
}
