// For sharding.test.ts: which tables are spread over a cluster, and what keeps a statement on one shard of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../../server/src/db/db.js';

export const CONTROL_PLANE = [
  'merchants',
  'people',
  'memberships',
  'tokens',
  'ai_keys',
  'screens',
  'screen_pairings',
  'shared_secrets',
  'sessions',
  'invitations',
  'company_accounts',
  'account_links',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'sign_in_tickets',
  'wrong_codes',
  'passkey_answers',
];
// On the node that instances connect to; nothing refers to them.
export const LOCAL = [
  'schema_migrations',
  'sign_in_attempts',
  'company_flows',
  'ai_codes',
  'first_run_links',
  'campaign_clocks',
  'webhook_clocks',
];
export const CONTENT_PLANE = [
  'tags',
  'tag_versions',
  'media',
  'playlists',
  'playlist_items',
  'campaigns',
  'campaign_versions',
  'storage_usage',
  'request_counts',
  'pending_deletions',
  'activity',
  'activity_objects',
  'token_usage',
  'upload_parts',
  'deleted_content',
  'deleted_tags',
  'deleted_tag_places',
  'screen_states',
  'plays',
  'change_feeds',
  'changes',
  'webhooks',
  'webhook_deliveries',
  'ai_key_uses',
  'ai_key_days',
];
const CONTENT_TABLE = new RegExp(
  `\\b(?:from|into|update|join|using|table|analyze)\\s+(?:${CONTENT_PLANE.join('|')})\\b`,
);

// About the tables of every shard, on purpose: it reads samples and answers nobody.
const MAINTENANCE = new Set(['analyze media']);

// A backup is of all merchants, on purpose; it is the operator's, and no caller sees any of it.
const WHOLE_INSTALLATION = /^backup\//;

// Only sent where there is one server, which has every merchant.
const OF_ONE_SERVER = /^\/\* of one server \*\//;

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Operation?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly Node[];
} & Readonly<Record<string, unknown>>;

// Why a cluster could not run the statement on one shard. PostgreSQL's own planner tells which rows are read.
export async function findShardFaults(db: Queryable, text: string): Promise<string[]> {
  if (!CONTENT_TABLE.test(text) || MAINTENANCE.has(text.trim()) || OF_ONE_SERVER.test(text)) return [];
  if (!/^\s*(?:with|select|insert|update|delete)\b/.test(text)) return ['is no statement that a shard can run'];
  const mutable = await findMutable(db, text);
  return [...mutable, ...(await planOf(db, text)).flatMap(faultsOf)];
}

// Citus sends such a clause to the shard as it is, and takes only what is the same everywhere.
async function findMutable(db: Queryable, text: string): Promise<string[]> {
  const [, clause = ''] = /\bdo update\s+set\b([^]*?)(?:\breturning\b|$)/.exec(text) ?? [];
  const called = [...clause.matchAll(/\b(\w+)\(/g)].map(([, name]) => name);
  const mutable = await db.rows<{ name: string }>({
    text: `select distinct proname::text as name from pg_proc where proname = any($1) and provolatile <> 'i' order by name`,
    values: [called],
  });
  const names = mutable.map(({ name }) => name).join(', ');
  return names === '' ? [] : [`on conflict, sets what ${names} find, which are not immutable`];
}

// Where Citus would lose the name of the table that rows are put into.
export async function findReturningFaults(db: Queryable, text: string): Promise<string[]> {
  if (!/^\s*insert into\b[^]*\bselect\b[^]*\breturning\b/.test(text)) return [];
  const faultsIn = (node: Node): string[] => {
    const table = node['Relation Name'] ?? '';
    const isLost =
      node.Operation === 'Insert' &&
      CONTROL_PLANE.includes(table) &&
      node['Alias'] === table &&
      (node.Plans ?? []).some(readsTable);
    return isLost ? [`returns columns of ${table} under its own name, which Citus loses`] : [];
  };
  return (await planOf(db, text)).flatMap(faultsIn);
}

const readsTable = (node: Node): boolean =>
  (node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')) || (node.Plans ?? []).some(readsTable);

// The tables of the whole cluster that a statement is about, of those of which each shard has its own.
export async function findClusterTables(db: Queryable, text: string): Promise<string[]> {
  const tablesIn = (node: Node): string[] => [node['Relation Name'] ?? '', ...(node.Plans ?? []).flatMap(tablesIn)];
  const tables = (await planOf(db, text)).flatMap(tablesIn);
  return [...new Set(tables)].filter((table) => CONTENT_PLANE.includes(table) || CONTROL_PLANE.includes(table));
}

async function planOf(db: Queryable, text: string): Promise<readonly Node[]> {
  const [row] = await db.rows<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>({
    text: `explain (generic_plan, verbose, format json) ${text}`,
    values: [],
  });
  return row?.['QUERY PLAN'].map(({ Plan }) => Plan) ?? [];
}

// Of the control plane, what belongs to one merchant.
const WALLED = ['tokens', 'memberships', 'invitations', 'screens'];
const WALLED_TABLE = new RegExp(`\\b(?:from|update|join|using)\\s+(?:${WALLED.join('|')})\\b`);

// Where a statement reads or changes such rows without saying whose.
export async function findWallFaults(db: Queryable, text: string): Promise<string[]> {
  if (OF_ONE_SERVER.test(text) || !WALLED_TABLE.test(text) || !/^\s*(?:with|select|insert|update|delete)\b/.test(text))
    return [];
  const faultsIn = (node: Node): string[] => [...scanFaults(node, WALLED), ...(node.Plans ?? []).flatMap(faultsIn)];
  return (await planOf(db, text)).flatMap(faultsIn);
}

function scanFaults(node: Node, tables: readonly string[]): string[] {
  const table = node['Relation Name'] ?? '';
  if (!tables.includes(table) || !node['Node Type'].endsWith('Scan')) return [];
  return isByMerchant(node) ? [] : [`reads ${table} without merchant_id = $n`];
}

// By its own condition, or by those of the indexes below it: all of them where one is enough for a row.
function isByMerchant(node: Node): boolean {
  if (conditionsOf(node).some((condition) => MERCHANT_IS.test(condition))) return true;
  const indexes = (node.Plans ?? []).filter((child) => child['Node Type'].startsWith('Bitmap'));
  return node['Node Type'] === 'BitmapOr' ? indexes.every(isByMerchant) : indexes.some(isByMerchant);
}

function faultsOf(node: Node): string[] {
  const children = node.Plans ?? [];
  const below = [...children.flatMap(faultsOf), ...lockFaults(node)];
  const table = node['Relation Name'] ?? '';
  if (CONTROL_PLANE.includes(table) && node['Node Type'] === 'ModifyTable') {
    return [...below, `writes ${table}, which every node has, with content, which one has`];
  }
  if (!CONTENT_PLANE.includes(table)) return below;
  if (node['Node Type'].endsWith('Scan')) return [...below, ...scanFaults(node, CONTENT_PLANE)];
  if (node.Operation === 'Update' && children.some(joinsFunction))
    return [...below, `joins ${table}, which it changes, with the rows of a function: every shard would do it`];
  if (node.Operation !== 'Insert') return below;
  const isOnOneShard = sourcesOf(children).every(isParameter);
  return isOnOneShard ? below : [...below, `inserts into ${table} without $n as merchant_id`];
}

// Citus runs such a part by itself first, keeps its rows in files on the nodes, and asks for the rest afterwards.
function lockFaults(node: Node): string[] {
  const all = [node, ...descendantsOf(node)];
  const isLocking =
    String(node['Subplan Name']).startsWith('CTE ') && all.some((one) => one['Node Type'] === 'LockRows');
  const tables = all.map((one) => one['Relation Name'] ?? '').filter((table) => CONTROL_PLANE.includes(table));
  return isLocking ? tables.map((table) => `locks in a CTE that reads ${table}, which every node has`) : [];
}

const descendantsOf = (node: Node): Node[] => (node.Plans ?? []).flatMap((child) => [child, ...descendantsOf(child)]);

// In a join, not below a condition.
const joinsFunction = (node: Node): boolean =>
  node['Node Type'] === 'Function Scan' ||
  (/Join$|^(?:Nested Loop|Hash|Sort|Materialize|Memoize)$/.test(node['Node Type']) &&
    (node.Plans ?? []).some(joinsFunction));

const isParameter = ({ Output }: Node): boolean => /^\(?\$\d+\)?(?:::uuid)?$/.test(Output?.[0] ?? '');
const MERCHANT_IS = /^(?:\w+\.)?merchant_id = \(?\$\d+\)?(?:::uuid)?$/;

// The parts of a condition that must all hold; what stands under an OR is not among them.
function conditionsOf(node: Node): string[] {
  const texts = [node['Index Cond'], node['Recheck Cond'], node['Filter']];
  return texts.flatMap((text) => (typeof text === 'string' ? conjunctsOf(text) : []));
}

function conjunctsOf(text: string): string[] {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
  const parts = [''];
  let depth = 0;
  for (const word of inner.split(/(\(|\)| AND )/)) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (word === ' AND ' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + word);
  }
  return parts.length === 1 ? [inner] : parts.flatMap((part) => part.replace(/^\((.*)\)$/, '$1'));
}

// Rows that come from several parts (union all) come with the column from each. The table's columns are in their own
// order there, and merchant_id is the first.
const sourcesOf = (nodes: readonly Node[]): readonly Node[] =>
  nodes
    .filter((node) => ['Outer', 'Member', 'Subquery'].includes(String(node['Parent Relationship'])))
    .flatMap((node) =>
      isParameter(node) || !PASSES_ON.includes(node['Node Type']) ? node : sourcesOf(node.Plans ?? []),
    );

const PASSES_ON = ['Append', 'Subquery Scan'];

// Every `sql` template of the server that names a table of the content plane, as its texts between the values.
export function contentTemplates(): { readonly file: string; readonly texts: readonly string[] }[] {
  const source = join(import.meta.dirname, '../../server/src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => templatesOf(readFileSync(join(source, file), 'utf8')).map((texts) => ({ file, texts })))
    .filter(({ file, texts }) => !WHOLE_INSTALLATION.test(file) && texts.some((text) => CONTENT_TABLE.test(text)));
}

// A template about content that does not even name the merchant's column, neither as written nor, spliced, as sent.
export function lacksMerchant(statements: Iterable<string>, texts: readonly string[]): boolean {
  if (texts.some((text) => NAMES_MERCHANT.test(text)) || MAINTENANCE.has(texts.join('').trim())) return false;
  return ![...statements].some((statement) => NAMES_MERCHANT.test(statement) && isMadeFrom([statement], texts));
}

const NAMES_MERCHANT = /\bmerchant_id\b/;

// Whether one of the statements was made from the template.
export function isMadeFrom(statements: Iterable<string>, texts: readonly string[]): boolean {
  const shape = new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*?'));
  return [...statements].some((statement) => shape.test(statement));
}

// The same of a template that nothing ran: it must stand by itself, every gap in it a value.
export async function findTemplateFaults(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const text = texts.reduce((before, after, at) => `${before}$${at}${after}`);
  return findShardFaults(db, text).catch((error: Error) => [`cannot be judged alone (${error.message})`]);
}

export function templatesOf(source: string): string[][] {
  const found: string[][] = [];
  for (let at = source.indexOf('sql`'); at >= 0; at = source.indexOf('sql`', at + 1)) {
    found.push(readTemplate(source, at + 'sql`'.length).texts);
  }
  return found;
}

function readTemplate(source: string, start: number): { texts: string[]; end: number } {
  const texts = [''];
  let at = start;
  while (source[at] !== '`') {
    if (source.startsWith('${', at)) {
      at = skipValue(source, at + 2);
      texts.push('');
    } else {
      texts.push((texts.pop() ?? '') + (source[at] ?? ''));
      at += 1;
    }
  }
  return { texts, end: at + 1 };
}

function skipValue(source: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0) {
    const character = source[at] ?? '';
    at += 1;
    if (character === '`') at = readTemplate(source, at).end;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
  }
  return at;
}
