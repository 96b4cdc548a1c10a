// Answers by name and status, and their times in microseconds in a histogram, so that a day of them takes no memory.
import { createHistogram } from 'node:perf_hooks';

const HISTOGRAM_DIGITS = 2;
const FAULTS_KEPT = 10;

export function newRecord() {
  const byName = new Map();
  const statuses = {};
  const faults = [];
  const note = (name, { status, ms, text }) => {
    if (!byName.has(name)) byName.set(name, newTimes());
    byName.get(name).add(ms);
    const kind = status === 0 ? text : status;
    statuses[kind] = (statuses[kind] ?? 0) + 1;
    if (status !== 200) fault(`${name}: ${status} ${text.slice(0, 200)}`);
  };
  const fault = (line) => void (faults.length < FAULTS_KEPT && faults.push(line));
  const toJson = () => ({
    statuses,
    faults,
    requests: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    endpoints: Object.fromEntries([...byName].map(([name, times]) => [name, times.toJson()])),
  });
  return { note, fault, toJson };
}

export function newTimes() {
  const histogram = createHistogram({ figures: HISTOGRAM_DIGITS });
  const msAt = (percent) => histogram.percentile(percent) / 1000;
  return {
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * 1000))),
    toJson: () => ({
      count: histogram.count,
      p50Ms: msAt(50),
      p95Ms: msAt(95),
      p99Ms: msAt(99),
      maxMs: histogram.count === 0 ? 0 : histogram.max / 1000,
    }),
  };
}
