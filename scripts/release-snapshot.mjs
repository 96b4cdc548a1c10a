// Writes tests/cli/release-snapshots/VERSION.tar.gz: a backup of the demo merchants, as this version makes it.
// tests/cli/upgrade.slow.test.ts restores each with the newest version.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
const folder = join(root, 'tests/cli/release-snapshots');
const file = join(folder, `${version}.tar.gz`);
if (existsSync(file)) {
  console.error(`${file} exists already. A snapshot is never written again.`);
  process.exit(1);
}
const temporary = mkdtempSync(join(tmpdir(), 'vitrine-snapshot-'));
try {
  const env = { ...process.env, DATA_DIR: join(temporary, 'data') };
  const [program, backup] = [join(root, 'server/bin/vitrine-server.js'), join(temporary, 'backup')];
  execFileSync(process.execPath, [program, 'demo'], { env });
  execFileSync(process.execPath, [program, 'backup', backup], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-czf', file, '-C', backup, '.']);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(file);
