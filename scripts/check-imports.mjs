// In the server, imports go back along this list and never sideways, so that a reader meets nothing before it is
// explained. Packages point one way too, and of typebox there are only types: its builders are 370 modules, which every start
// would load (contract/src/type.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './prepare.mjs';

const LAYERS = `
bounded-map clock console-limits errors flight-moment fold https-check ip-address kept-secret page-url settings-in-files shipped smtp-address turns turnstile
bound-connections ids log settings
credential-settings
config
principal
outside
db storage
mail
http
docs pages traces
changes
activity usage
merchants
identity
connections
tags webhooks
deleted
media playlists
campaigns uploads
screens
today trash
assistants
archive
demo backup doctor
assistant-way oauth-way screen-way
door
app
commands
main`
  .trim()
  .split('\n')
  .map((layer) => layer.split(' '));
const PACKAGES = {
  contract: [],
  client: ['contract'],
  cli: ['client'],
  'embedded-postgres': [],
  'disk-s3': [],
  server: ['contract', 'embedded-postgres', 'disk-s3'],
  console: ['contract', 'client'],
  screen: ['contract', 'client'],
};
// Folders of the console are pages of their own; what several need is in one of these.
const CONSOLE_SHARED = ['ui', 'api'];

const TYPEBOX_VALUE = /^import (?!type\b)[^;]*?from 'typebox'/m;
const IMPORT = /^(?:import|export)\s[^;]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
const faults = [];

for (const [name, allowed] of Object.entries(PACKAGES)) {
  for (const file of sources(join(ROOT, name, 'src'))) {
    checkTypebox(file);
    for (const target of importsOf(file)) {
      checkPackage(file, target, name, allowed);
      checkDeclared(file, target, name);
      if (name === 'server' && target.startsWith('.')) checkLayer(file, target);
      if (name === 'console' && target.startsWith('.')) checkConsoleFolder(file, target);
    }
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function checkTypebox(file) {
  if (file.endsWith('.test.ts') || !TYPEBOX_VALUE.test(readFileSync(file, 'utf8'))) return;
  faults.push(`${relative(ROOT, file)}: import type from typebox; builders are in contract/src/type.ts`);
}

function checkPackage(file, target, name, allowed) {
  const found = /^@vitrine\/([a-z0-9-]+)/.exec(target)?.[1];
  if (found !== undefined && found !== name && !allowed.includes(found)) {
    faults.push(`${relative(ROOT, file)}: ${name} must not import ${target}`);
  }
}

// What another package brings along may stand where Node does not look for it. The console, the player and the client's
// types are bundled from what they are developed with.
function checkDeclared(file, target, name) {
  if (/^(?:\.|node:)/.test(target) || /\.test\.tsx?$|test-files/.test(file)) return;
  if (['console', 'screen', 'client'].includes(name)) return;
  const wanted = /^(?:@[^/]+\/)?[^/]+/.exec(target)[0];
  if (wanted === `@vitrine/${name}`) return;
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8'));
  if (dependencies[wanted] === undefined) faults.push(`${relative(ROOT, file)}: ${name}/package.json lacks ${wanted}`);
}

function checkLayer(file, target) {
  if (file.endsWith('.test.ts')) return;
  const [from, to] = [file, join(dirname(file), target)].map(entryOf);
  if (from === to || layerOf(to) < layerOf(from)) return;
  faults.push(`${relative(ROOT, file)}: ${from} must not import ${to}`);
}

// Files that stand beside the folders put everything together and may import all of it.
function checkConsoleFolder(file, target) {
  const source = join(ROOT, 'console', 'src');
  const [from, to] = [file, join(dirname(file), target)].map((path) => relative(source, path).split('/'));
  if (from.length === 1 || from[0] === to[0] || (CONSOLE_SHARED.includes(to[0]) && to.length > 1)) return;
  faults.push(`${relative(ROOT, file)}: ${from[0]} must not import ${to[0]}`);
}

function layerOf(entry) {
  const at = LAYERS.findIndex((layer) => layer.includes(entry));
  if (at < 0) faults.push(`${entry} is in no layer: add it to scripts/check-imports.mjs`);
  return at;
}

// The folder or file directly below server/src.
function entryOf(path) {
  return relative(join(ROOT, 'server', 'src'), path)
    .split('/')[0]
    .replace(/\.(js|ts)$/, '');
}

function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, named, dynamic]) => named ?? dynamic);
}

function sources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}
