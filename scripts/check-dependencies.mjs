// What we ship and did not write is what we agreed to ship: every package below the server, the command line, the
// console and the player is in scripts/dependencies/shipped.json with its versions; none runs a script at install but those that are
// named with a reason; none has a version of which scripts/dependencies/advisories.json knows harm. Needs no network.
// `--write` takes over what the lock file says; the diff is what a reviewer reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const SHIPPED = 'scripts/dependencies/shipped.json';
const ADVISORIES = 'scripts/dependencies/advisories.json';
const WORKSPACES = ['', 'contract', 'client', 'cli', 'embedded-postgres', 'disk-s3', 'server'];

main();

function main() {
  const lock = readJson('package-lock.json').packages;
  const kept = readJson(SHIPPED);
  const found = findShipped(lock, kept.buildsTheConsole);
  if (process.argv.includes('--write')) return writeShipped(kept, found);
  const faults = [...findFaults(found, kept), ...findHarm(found, readJson(ADVISORIES).advisories)];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

// Every package that reaches production or a browser, as the lock file has it: name to versions, sorted.
function findShipped(lock, buildsTheConsole) {
  const seen = new Map();
  const visit = (from, name) => {
    const path = resolve(lock, from, name);
    if (path === undefined || seen.has(path)) return;
    const entry = lock[path].link ? lock[lock[path].resolved] : lock[path];
    seen.set(path, { name, ...lock[path] });
    for (const next of dependenciesOf(entry)) visit(lock[path].link ? lock[path].resolved : path, next);
  };
  for (const workspace of WORKSPACES) for (const name of dependenciesOf(lock[workspace] ?? {})) visit(workspace, name);
  // Console and player are bundled and the client holds copies: what they import is shipped, what builds them is not.
  for (const workspace of ['console', 'screen', 'client']) {
    for (const name of Object.keys(lock[workspace]?.devDependencies ?? {})) {
      if (!buildsTheConsole.includes(name)) visit(workspace, name);
    }
  }
  return [...seen.values()].filter(({ link, version }) => link !== true && version !== undefined);
}

function dependenciesOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.filter((name) => peerDependenciesMeta[name]?.optional !== true);
}

// As Node does it: the nearest node_modules, upwards.
function resolve(lock, from, name) {
  for (let base = from; ; base = base.replace(/(?:^|\/)(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (lock[path] !== undefined) return path;
    if (base === '') return undefined;
  }
}

function findFaults(found, { packages, installScripts }) {
  const there = new Set(found.map(({ name, version }) => `${name}@${version}`));
  const kept = new Set(Object.entries(packages).flatMap(([name, versions]) => versions.map((one) => `${name}@${one}`)));
  const scripted = found.filter(({ name, hasInstallScript }) => hasInstallScript && !installScripts[name]);
  return [
    ...[...there]
      .filter((one) => !kept.has(one))
      .map((one) => `${SHIPPED} lacks ${one}. Look at it; node scripts/check-dependencies.mjs --write takes it over.`),
    ...[...kept].filter((one) => !there.has(one)).map((one) => `${SHIPPED} has ${one}, which nothing ships.`),
    ...scripted.map(({ name }) => `${name} runs a script at install: give the reason in ${SHIPPED}.`),
  ];
}

function findHarm(found, advisories) {
  return advisories.flatMap(({ package: name, from = '0.0.0', below, id, why }) =>
    found
      .filter((one) => one.name === name && !isBelow(one.version, from) && isBelow(one.version, below))
      .map(({ version }) => `${name}@${version}: ${why} (${id})`),
  );
}

function isBelow(version, limit) {
  const [left, right] = [version, limit].map((text) => text.split(/[-+]/)[0].split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
}

function writeShipped(kept, found) {
  const packages = {};
  for (const { name, version } of found.toSorted((a, b) =>
    `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`),
  )) {
    packages[name] = [...new Set([...(packages[name] ?? []), version])];
  }
  writeFileSync(join(ROOT, SHIPPED), `${JSON.stringify({ ...kept, packages }, null, 2)}\n`);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
