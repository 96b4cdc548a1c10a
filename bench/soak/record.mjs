// Answers by name and status, and their times in buckets 2 % apart, so that a day of them takes no memory.
const STEP = Math.log(1.02);
const MS_MIN = 0.05;
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
  const buckets = [];
  let count = 0;
  let maxMs = 0;
  const percentile = (share) => {
    let left = Math.ceil(count * share);
    const at = buckets.findIndex((held = 0) => (left -= held) <= 0);
    return at < 0 ? 0 : Math.min(maxMs, MS_MIN * Math.exp((at + 1) * STEP));
  };
  return {
    add(ms) {
      const at = Math.max(0, Math.floor(Math.log(ms / MS_MIN) / STEP));
      buckets[at] = (buckets[at] ?? 0) + 1;
      count += 1;
      maxMs = Math.max(maxMs, ms);
    },
    toJson: () => ({ count, p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99), maxMs }),
  };
}
