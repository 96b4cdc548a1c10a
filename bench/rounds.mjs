// Interleaved rounds: every program has its turn in every round, so that what else the machine does meets all of them,
// and a ratio is taken within a round before the median is taken over rounds.
import { cpuSecondsBelow, rssMegabytes } from './proc.mjs';

export async function inRounds(count, programs, measureOne) {
  const results = new Map(programs.map((program) => [program.name, []]));
  for (let round = 0; round < count; round += 1) {
    for (let turn = 0; turn < programs.length; turn += 1) {
      // Each round begins with another one: the first of a round finds other caches than the last.
      const program = programs[(round + turn) % programs.length];
      results.get(program.name)[round] = await measureOne(program);
    }
  }
  return results;
}

// CPU is of the program and PostgreSQL together; the load's own is not in it.
export async function measure({ load, postmaster }, program, order) {
  const nodeBefore = cpuSecondsBelow(program.pid);
  const postgresBefore = cpuSecondsBelow(postmaster);
  const answered = await load.run({ port: program.port, ...order });
  const nodeMs = ((cpuSecondsBelow(program.pid) - nodeBefore) * 1000) / answered.count;
  const postgresMs = ((cpuSecondsBelow(postmaster) - postgresBefore) * 1000) / answered.count;
  return {
    cpuMs: nodeMs + postgresMs,
    nodeMs,
    postgresMs,
    perSecond: answered.count / answered.seconds,
    p50Ms: answered.p50Ms,
    p99Ms: answered.p99Ms,
    rssMb: rssMegabytes(program.pid),
    bodies: answered.bodies,
  };
}

export const mediansOf = (runs, fields) => Object.fromEntries(fields.map((field) => [field, medianOf(runs, field)]));

export const ratiosOf = (runs, yardstick, fields) =>
  Object.fromEntries(fields.map((field) => [field, ratioOf(runs, yardstick, field)]));

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const medianOf = (measured, field) => median(measured.map((one) => one[field]));

export const ratioOf = (measured, yardstick, field) =>
  median(measured.map((one, round) => one[field] / yardstick[round][field]));
