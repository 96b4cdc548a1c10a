// What a process has used, from /proc. Linux only.
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const UTIME = 11;
const CSTIME = 14;

// CPU seconds of a process and of all below it, those that have ended included.
export const cpuSecondsBelow = (pid) => withDescendants(pid).reduce((sum, each) => sum + cpuSeconds(each), 0);

export function rssMegabytes(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '0';
  return (Number(kilobytes) * 1024) / 1e6;
}

function cpuSeconds(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The name is in parentheses and may hold anything, so fields are counted from its end; utime, stime, and the same
  // two of children that have ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(UTIME, CSTIME + 1).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

function withDescendants(pid) {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.flatMap(withDescendants)];
}

// A process may end between two looks.
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
