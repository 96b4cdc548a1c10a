// The address of a web page as browsers read it.
export function findPageUrl(text: string): URL | undefined {
  const url = findUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

// An address as browsers write it, as a URI (RFC 3986). They leave some characters that no URI holds there, such as `|`, `[` in
// a path, a second `#` and a `%` before something else than two digits: those are percent-encoded. It is kept as it was:
// scripts of a page read what stands behind `#` letter by letter.
export function toUri(address: string): string {
  const [, authority, path = '', fragment] = PARTS.exec(address) ?? [];
  if (authority === undefined) return address;
  // Brackets belong around an address of IPv6, which has nothing to encode.
  const head = authority.includes('[') ? authority : encode(authority);
  return `${head}${encode(path)}${fragment === undefined ? '' : `#${encode(fragment)}`}`;
}

const PARTS = /^(https?:\/\/[^/?#]*)([^#]*)(?:#(.*))?$/su;

const encode = (part: string): string => part.replaceAll(NOT_IN_URI, encodeURIComponent);

const NOT_IN_URI = /%(?![0-9a-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/giu;

// Not by URL.canParse: once it is hot, that of Node 20 says no to `ü` and all other letters of Latin-1.
function findUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

// A name and a password in an address would be shown to everybody who may see the library.
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';
