// node deploy/write-sbom.mjs FILE: the parts that are in node_modules, as CycloneDX, from the lock file. What is there and
// not in the lock file is a fault.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , file] = process.argv;
const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
const sbom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));

const there = new Set(packagesIn('node_modules'));
const isThere = ({ 'bom-ref': name }) => there.has(name);
sbom.components = sbom.components.filter(isThere);
const listed = new Set([sbom.metadata.component['bom-ref'], ...sbom.components.map((one) => one['bom-ref'])]);
const unlisted = [...there].filter((name) => !listed.has(name));
if (unlisted.length > 0) throw new Error(`Not in the lock file: ${unlisted.join(', ')}.`);
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => listed.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => listed.has(name)) }));
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} parts in ${file}.`);

// `name@version` of every package, those inside others too.
function packagesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.name.startsWith('@')) return packagesIn(path);
    if (!existsSync(join(path, 'package.json'))) return [];
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const inside = join(path, 'node_modules');
    return [`${name}@${version}`, ...(existsSync(inside) ? packagesIn(inside) : [])];
  });
}
