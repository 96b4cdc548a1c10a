// CPU a request against F1, the plain program, as bars: the shorter, the less work.
const WIDTH = 760;
const LABELS = 210;
const ROW = 26;
const TOP = 64;
const RATIO_MAX = 1.5;
const SCALE = (WIDTH - LABELS - 60) / RATIO_MAX;

export function draw({ about, reads }) {
  const bars = reads.rows
    .filter(({ program, connections, toF1 }) => program === 'service' && connections === 16 && toF1 !== undefined)
    .map((row) => ({ name: row.case, ratio: row.toF1.cpuMs }));
  const height = TOP + bars.length * ROW + 34;
  const one = LABELS + SCALE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="CPU a request against a plain program">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .note { fill: #59636e; font-size: 12px }
  .bar { fill: #2f6fde }
  .line { stroke: #59636e; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .note { fill: #9aa4af }
    .bar { fill: #6ea0ff }
    .line { stroke: #9aa4af }
  }
</style>
<text class="title" x="0" y="18">CPU a request, node and PostgreSQL together: the plain program is 1.00</text>
<text class="note" x="0" y="37">${about.media.toLocaleString('en')} media, all gates on; ${about.date}, Node ${about.node}. Shorter is less work.</text>
<line class="line" x1="${one}" x2="${one}" y1="${TOP - 12}" y2="${height - 26}"/>
${bars.map(drawBar).join('\n')}
<text class="note" x="${one}" y="${height - 8}" text-anchor="middle">1.00</text>
</svg>
`;
}

function drawBar({ name, ratio }, at) {
  const y = TOP + at * ROW;
  const width = Math.min(ratio, RATIO_MAX) * SCALE;
  return (
    `<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${name}</text>` +
    `<rect class="bar" x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="17" rx="2"/>` +
    `<text x="${(LABELS + width + 6).toFixed(1)}" y="${y + 13}">${ratio.toFixed(2)}</text>`
  );
}
