import type { Report } from './run-fuzz.js';

// What was sent, what came back, what was wrong, as tables.
export function toReport({ requests, statuses, findings, sent }: Report): string {
  return [
    table(
      ['requests', 'endpoint'],
      [...requests].sort(byName).map(([where, count]) => [String(count), where]),
    ),
    table(
      ['answers', 'status'],
      [...statuses].sort(byName).map(([status, count]) => [String(count), status]),
    ),
    `${sent} requests, ${findings.length} faults`,
    ...findings.map(({ fault, request, seed, path }) =>
      [
        `${fault.kind}: ${fault.where}: ${fault.status}`,
        `  ${fault.words.replaceAll(/\r?\n/g, '\n  ')}`,
        `  request: ${request.length > 2_000 ? `${request.slice(0, 2_000)} …` : request}`,
        `  again: npm run tool -- fuzz --seed ${seed} --path ${path}`,
      ].join('\n'),
    ),
  ].join('\n\n');
}

const byName = ([one]: readonly [string, number], [other]: readonly [string, number]): number => (one < other ? -1 : 1);

function table(head: readonly [string, string], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...[head, ...rows].map(([first = '']) => first.length));
  return [head, ...rows].map(([first = '', second = '']) => `${first.padStart(width)}  ${second}`).join('\n');
}
