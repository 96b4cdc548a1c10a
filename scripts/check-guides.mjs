// The guides in docs/api against the contract: every endpoint has a section, every error and code a page, every limit its
// number and every scope a row; and no page names one that does not exist. The contract must be built.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const FOLDER = join(ROOT, 'docs', 'api');
const DIST = '../contract/dist';

export async function checkGuides() {
  if (!existsSync(join(ROOT, 'contract', 'dist', 'endpoints.js'))) return ['contract/dist is missing: npm run build'];
  const { integrationEndpoints } = await import(`${DIST}/endpoints.js`);
  const { STATUS, ERROR_CODES } = await import(`${DIST}/errors.js`);
  const { SCOPES } = await import(`${DIST}/scopes.js`);
  const limits = await import(`${DIST}/limits.js`);
  const pages = readPages();
  const shown = Object.values(integrationEndpoints).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  return [
    ...missingSections(pages, shown),
    ...wrongErrorPages(pages, [...Object.keys(STATUS), ...ERROR_CODES]),
    ...missingLimits(pages, limits),
    ...missingScopes(pages, SCOPES),
    ...strangers(pages, { shown, SCOPES, errors: Object.keys(STATUS), codes: ERROR_CODES }),
  ];
}

function readPages() {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
}

function missingSections(pages, endpoints) {
  const headings = new Set([...pages.values()].flatMap((text) => [...text.matchAll(/^##+ (.+)$/gm)].map(([, h]) => h)));
  return endpoints.filter((name) => !headings.has(name)).map((name) => `docs/api: ${name} has no section`);
}

function wrongErrorPages(pages, names) {
  const found = [...pages.keys()].filter((name) => name.startsWith('errors/')).map((name) => name.slice(7, -3));
  const index = pages.get('errors.md') ?? '';
  return [
    ...names.filter((name) => !found.includes(name)).map((name) => `docs/api/errors: ${name} has no page`),
    ...found
      .filter((name) => !names.includes(name))
      .map((name) => `docs/api/errors/${name}.md: there is no such error`),
    ...names
      .filter((name) => !index.includes(`(errors/${name}.md)`))
      .map((name) => `docs/api/errors.md: lacks ${name}`),
  ];
}

function missingLimits(pages, limits) {
  const text = pages.get('limits.md') ?? '';
  const numbers = Object.entries(limits).flatMap(([name, value]) => [value].flat().map((number) => [name, number]));
  const isWritten = (number) => new RegExp(`(?<![\\d,.])${number.toLocaleString('en')}(?![\\d,]*\\d)`).test(text);
  return numbers
    .filter(([, number]) => !isWritten(number))
    .map(([name, number]) => `docs/api/limits.md: lacks ${number.toLocaleString('en')} (${name})`);
}

function missingScopes(pages, scopes) {
  const text = pages.get('authentication.md') ?? '';
  return scopes
    .filter((scope) => !text.includes(`| \`${scope}\` |`))
    .map((scope) => `authentication.md: ${scope} has no row`);
}

// What looks like an endpoint, a scope, an error or a code, and is none.
function strangers(pages, { shown, SCOPES, errors, codes }) {
  const kinds = [
    [/\b(?:GET|POST) \/[\w{}/.-]*[\w}]/g, (text) => shown.includes(text), 'endpoint'],
    [/\b(?:media|campaigns|playlists|tags|changes|token|screens):[a-z]+\b/g, (text) => SCOPES.includes(text), 'scope'],
    [/(?<="error": ")\w+/g, (text) => errors.includes(text), 'error'],
    [/(?<="code": ")\w+/g, (text) => codes.includes(text), 'code'],
  ];
  return [...pages].flatMap(([name, text]) =>
    kinds.flatMap(([pattern, isKnown, kind]) =>
      [...text.matchAll(pattern)]
        .filter(([found]) => !isKnown(found))
        .map(([found]) => `docs/api/${name}: there is no ${String(kind)} ${found}`),
    ),
  );
}
