// The address of a web page as browsers read it. Written back (`href`) it is in ASCII, so that it is a URI everywhere.
export function findPageUrl(text: string): URL | undefined {
  const url = findUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

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
