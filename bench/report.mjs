// The result as Markdown tables for people: a part's rows are a table, its single figures another, under the names that
// they have in the JSON. `toF1` and `toThousand` are ratios.
export function toTables({ about, goals, ...parts }) {
  const measured = Object.entries(parts).filter(([, part]) => part !== undefined);
  return [
    `${about.date}, commit ${about.commit}, Node ${about.node}, ${about.media} media, load average ${about.loadAverage}`,
    table('goals', goals),
    ...measured.flatMap(([name, part]) => tablesOf(name, part)),
  ].join('\n\n');
}

export function tablesOf(name, part) {
  if (Array.isArray(part)) return [table(name, part)];
  const { rows, ...figures } = part;
  const single = Object.entries(flat(figures)).map(([what, measured]) => ({ what, measured }));
  return [...(rows ? [table(name, rows)] : []), table(`${name}, in all`, single)];
}

function table(title, rows) {
  const cells = rows.map((row) => flat(row));
  const head = [...new Set(cells.flatMap(Object.keys))];
  const body = cells.map((row) => line(head.map((column) => figure(row[column]))));
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...body].join('\n');
}

export const line = (texts) => `| ${texts.join(' | ')} |`;

function flat(row, prefix = '') {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.assign(
    {},
    ...entries.map(([name, value]) => (value instanceof Object ? flat(value, `${name}.`) : { [prefix + name]: value })),
  );
}

export function figure(value = '') {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value);
  if (value >= 1000) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
