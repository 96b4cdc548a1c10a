import { COMPANY_FLOW_MINUTES, KNOWN_BROWSER_DAYS, SESSION_DAYS } from '@vitrine/contract/console-limits';

// Browsers take the `__Host-` prefix, which pins a cookie to this very host, over https only.
type Cookie = {
  readonly find: (header: string | undefined) => string | undefined;
  readonly keep: (value: string) => string;
  readonly drop: () => string;
};

// Who is signed in.
export const sessionCookie = (baseUrl: string): Cookie =>
  cookie(baseUrl, { name: 'vitrine_session', shape: /^[\w-]{43}$/, days: SESSION_DAYS });

// Who has signed in with this browser before. It opens nothing.
export const browserCookie = (baseUrl: string): Cookie =>
  cookie(baseUrl, { name: 'vitrine_browser', shape: /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/, days: KNOWN_BROWSER_DAYS });

// Who is on the way to the company's sign-in page and back.
export const companyCookie = (baseUrl: string): Cookie =>
  cookie(baseUrl, { name: 'vitrine_company', shape: /^[\w-]{43}$/, days: COMPANY_FLOW_MINUTES / (24 * 60) });

type Kind = { readonly name: string; readonly shape: RegExp; readonly days: number };

function cookie(baseUrl: string, { name: plainName, shape, days }: Kind): Cookie {
  const isSecure = baseUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const write = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    find: (header) => valuesOf(header ?? '', name).find((value) => shape.test(value)),
    keep: (value) => write(value, days * 86_400),
    drop: () => write('', 0),
  };
}

const valuesOf = (header: string, name: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
