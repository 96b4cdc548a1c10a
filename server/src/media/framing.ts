import type { IncomingHttpHeaders } from 'node:http';

// Whether a page lets itself be shown inside of one of ours, by what its answer says and as browsers read it: where
// frame-ancestors is there it counts alone, and every policy must allow it.
export function refusesFrames(headers: IncomingHttpHeaders, page: URL, ours: URL): boolean {
  const lists = ancestorLists(headers['content-security-policy']);
  if (lists.length > 0) return lists.some((sources) => !sources.some((source) => allows(source, page, ours)));
  return refusesByOption(String(headers['x-frame-options'] ?? ''), page, ours);
}

// One list of sources for each policy that has one; several headers come joined by commas.
function ancestorLists(policy: string | string[] | undefined): string[][] {
  const policies = [policy ?? []].flat().join(',').split(',');
  return policies.flatMap((one) => {
    const directives = one.split(';').map((text) => text.trim().toLowerCase().split(/\s+/));
    const found = directives.find(([name]) => name === 'frame-ancestors');
    return found === undefined ? [] : [found.slice(1)];
  });
}

const SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/;

function allows(source: string, page: URL, ours: URL): boolean {
  if (source === '*') return true;
  if (source === "'self'") return page.origin === ours.origin;
  if (source === 'https:' || source === 'http:') return isScheme(source, ours);
  const [, scheme, host = '', port] = SOURCE.exec(source) ?? [];
  if (host === '' || !isScheme(scheme === undefined ? page.protocol : `${scheme}:`, ours)) return false;
  return isHost(host, ours.hostname) && isPort(port, ours);
}

// http stands for https as well, and not the other way round.
const isScheme = (named: string, { protocol }: URL): boolean =>
  named === protocol || (named === 'http:' && protocol === 'https:');

const isHost = (named: string, hostname: string): boolean =>
  named === '*' || named === hostname || (named.startsWith('*.') && hostname.endsWith(named.slice(1)));

const STANDARD: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function isPort(named: string | undefined, { port, protocol }: URL): boolean {
  const standard = STANDARD[protocol] ?? '';
  return named === '*' || (named ?? standard) === (port === '' ? standard : port);
}

const OPTIONS = new Set(['deny', 'sameorigin', 'allowall']);

// Several that differ refuse everybody, if browsers know one of them; what they do not know refuses nobody.
function refusesByOption(header: string, page: URL, ours: URL): boolean {
  const values = [...new Set(header.split(',').map((value) => value.trim().toLowerCase()))];
  if (values.length > 1) return values.some((value) => OPTIONS.has(value));
  return values[0] === 'deny' || (values[0] === 'sameorigin' && page.origin !== ours.origin);
}
