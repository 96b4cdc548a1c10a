import { SESSION_DAYS } from '@vitrine/contract/console/console-limits';

// The one cookie. Browsers take the `__Host-` prefix, which pins a cookie to this very host, over https only.
export type SessionCookie = {
  readonly find: (header: string | undefined) => string | undefined;
  readonly keep: (secret: string) => string;
  readonly drop: () => string;
};

const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const MAX_AGE_SECONDS = SESSION_DAYS * 86_400;

export function sessionCookie(baseUrl: string): SessionCookie {
  const isSecure = baseUrl.startsWith('https:');
  const name = isSecure ? '__Host-vitrine_session' : 'vitrine_session';
  const write = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    find: (header) => valuesOf(header ?? '', name).find((value) => SECRET_SHAPE.test(value)),
    keep: (secret) => write(secret, MAX_AGE_SECONDS),
    drop: () => write('', 0),
  };
}

const valuesOf = (header: string, name: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
