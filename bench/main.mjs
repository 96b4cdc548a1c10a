// npm run bench: what the service costs beside plain programs that give the same answers (bench/README.md).
import { readOptions, USAGE } from './options.mjs';
import { benchReads } from './parts/reads.mjs';
import { withSite } from './site.mjs';
import { writeFileSync } from 'node:fs';
const options = readOptions(process.argv.slice(2));
const log = (line) => process.stderr.write(`${line}\n`);
await withSite(options, log, async (site) => {
  const reads = await benchReads(site, options, log);
  writeFileSync('/tmp/bench-reads.json', JSON.stringify(reads, null, 1));
  for (const r of reads.rows)
    console.log(
      r.case.padEnd(26),
      String(r.connections).padStart(3),
      r.program.padEnd(9),
      r.cpuMs.toFixed(3),
      `(${r.nodeMs.toFixed(2)}+${r.postgresMs.toFixed(2)})`,
      Math.round(r.perSecond),
      r.p50Ms.toFixed(2),
      r.p99Ms.toFixed(2),
      Math.round(r.rssMb),
      '| F1',
      r.toF1?.cpuMs.toFixed(2),
      r.toF1?.perSecond.toFixed(2),
      r.toF1?.p50Ms.toFixed(2),
      '| 1000',
      r.toThousand?.cpuMs.toFixed(2),
    );
});
