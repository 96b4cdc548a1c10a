// What the docs claim about the repository is true: links lead somewhere, named files exist, every dependency has its
// reason, and the guides are complete (check-guides.mjs). Node's own modules only; the contract must be built.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { checkGuides } from './check-guides.mjs';
import { ROOT } from './prepare.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.cache']);
const DEPENDENCIES = 'docs/adr/0009-dependencies.md';
const NAMES_FILES = /^(?:(?!CHANGELOG)[A-Z]+\.md|docs\/(?!api\/).*\.md)$/;
const FILE_NAME = /^[\w.@-]+(?:\/[\w.@-]+)+\/?$/;
const FILE_ENDING = /\.(?:ts|mts|mjs|js|json|sql|md|svg)$/;

const faults = [];
const pages = markdownFiles('');
const topLevel = new Set(readdirSync(ROOT));

for (const page of pages) {
  checkLinks(page);
  if (NAMES_FILES.test(page)) checkNamedFiles(page);
}
checkDependencies();
faults.push(...(await checkGuides()));
for (const fault of new Set(faults)) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function checkLinks(page) {
  for (const target of linksOf(withoutCode(read(page)))) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), decodeURIComponent(path)));
    if (path.startsWith('/') || file.startsWith('..')) faults.push(`${page}: ${target} leads out of the repository`);
    else if (!existsSync(join(ROOT, file))) faults.push(`${page}: ${target} leads nowhere`);
    else if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor)) {
      faults.push(`${page}: ${target} names a heading that ${file} does not have`);
    }
  }
}

// Links and pictures, inline, by reference and as HTML.
function linksOf(text) {
  const patterns = [
    /\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^\s*\[[^\]]+\]:\s+(\S+)/gm,
    /\b(?:src|srcset|href)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target]) => target));
}

// As forges make them: lower case, punctuation dropped, spaces to hyphens, a number for the second of a name.
function anchorsOf(page) {
  const seen = new Map();
  const anchors = new Set();
  for (const [, heading] of withoutFences(read(page)).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

function checkNamedFiles(page) {
  for (const [, text] of withoutFences(read(page)).matchAll(/`([^`\n]+)`/g)) {
    if (!FILE_NAME.test(text) || !isMeantAsFile(text)) continue;
    if (!existsSync(join(ROOT, text))) faults.push(`${page}: \`${text}\` does not exist`);
  }
}

// `image/jpeg` has a slash too and is no file.
function isMeantAsFile(text) {
  return FILE_ENDING.test(text) || topLevel.has(text.split('/')[0]);
}

// The first column of a table in that page names the packages that its row is about.
function checkDependencies() {
  if (!pages.includes(DEPENDENCIES)) return void faults.push(`${DEPENDENCIES} is missing`);
  const used = usedPackages();
  const written = new Set(
    [...read(DEPENDENCIES).matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ),
  );
  for (const name of used) if (!written.has(name)) faults.push(`${DEPENDENCIES}: ${name} has no row`);
  for (const name of written) if (!used.has(name)) faults.push(`${DEPENDENCIES}: ${name} is in no package.json`);
}

function usedPackages() {
  const root = JSON.parse(read('package.json'));
  const lists = [root, ...root.workspaces.map((name) => JSON.parse(read(`${name}/package.json`)))];
  const own = new Set(lists.map(({ name }) => name));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
  const names = lists.flatMap((list) => kinds.flatMap((kind) => Object.keys(list[kind] ?? {})));
  return new Set(names.filter((name) => !own.has(name)));
}

function markdownFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

// What stands in a code block or in backticks is an example, not a link.
function withoutCode(text) {
  return withoutFences(text).replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}

function withoutFences(text) {
  return text.replace(/^[ \t]*(```+|~~~+)[^\n]*\n[^]*?^[ \t]*\1[ \t]*$/gm, '');
}
