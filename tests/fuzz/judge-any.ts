import { faultAt, textOf, type Fault } from './fault.js';
import type { WireAnswer } from './find-answers.js';
import type { World } from './world.js';

// Words that only our own inside knows. A caller's own words come back in 200s, so only refusals are read.
const INNER = [
  /\bat \S+ \(|\bat (?:Object|async|new|process)\b/,
  /node_modules|node:internal|\.(?:ts|js|mjs):\d/,
  /\/(?:work|root|home|tmp|usr)\//,
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b/i,
  /relation "|column "|constraint "|syntax error|violates|duplicate key|invalid input syntax|invalid byte sequence/i,
  /\bpg_|\bpg\b|postgres|merchant_id|sign_in_attempts|tag_versions|storage_usage/i,
  /\b(?:Type|Syntax|Range|Reference|URI)Error\b|ECONN|ENOENT|EACCES|undefined is not|Cannot read prop/,
];

// What holds of every answer, whoever was asked. `sent` is what went over the wire.
export function judgeAny(world: World, where: string, sent: Buffer, answer: WireAnswer): Fault[] {
  const fault = faultAt(where, answer.status);
  const text = textOf(answer);
  const said = sent.toString('utf8');
  const faults: Fault[] = [];
  if (answer.status >= 500 || answer.status < 200) faults.push(fault('server error', text));
  const canary = world.findCanary(text, said);
  if (canary !== undefined) faults.push(fault("another merchant's data", `${canary} in ${text}`));
  const secret = world.findSecret(text);
  if (secret !== undefined) faults.push(fault('secret', `${secret} in the answer`));
  const logged = world.findSecret(world.takeLog());
  if (logged !== undefined) faults.push(fault('secret', `${logged} in the log`));
  if (answer.status < 300) return faults;
  const inner = INNER.map((pattern) => pattern.exec(text)?.[0]).find(
    (found) => found !== undefined && !said.includes(found),
  );
  if (inner !== undefined) faults.push(fault('inner detail', `${JSON.stringify(inner)} in ${text}`));
  return faults;
}
