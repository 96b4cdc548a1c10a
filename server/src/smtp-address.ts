export type SmtpAddress = {
  readonly host: string;
  readonly port: number;
  // TLS from the first byte (smtps), else by STARTTLS, which must be there where it is required.
  readonly isSecure: boolean;
  readonly requiresTls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
};

// `smtps://user:password@mail.example.com`; undefined where it is no address of a mail server.
export function findSmtpAddress(text: string): SmtpAddress | undefined {
  const [, kind, user, password, rest = ''] =
    /^(smtps?):\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@]*)$/.exec(text) ?? [];
  // As http, because URL reads hosts and ports of what it does not know as they are.
  const url = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : undefined;
  const wish = WISHES[url?.search ?? 'none'];
  if (kind === undefined || url === undefined || wish === undefined || url.pathname + url.hash !== '/')
    return undefined;
  const isSecure = kind === 'smtps';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = /:(\d+)(?:[/?]|$)/.exec(rest.replace(/^\[.*\]/, ''))?.[1] ?? (isSecure ? '465' : '587');
  return {
    host,
    port: Number(port),
    isSecure,
    // Links that open accounts are in these mails: in the clear they go to this very machine, or where it is asked for.
    requiresTls: !isSecure && (wish === 'default' ? !isLoopback(host) : wish === 'tls'),
    user: decode(user),
    password: decode(password),
  };
}

const WISHES: Readonly<Record<string, 'default' | 'tls' | 'clear'>> = {
  '': 'default',
  '?requireTLS=true': 'tls',
  '?requireTLS=false': 'clear',
};

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

// What is not encoded as addresses are is taken as it stands.
function decode(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return /%(?![0-9a-f]{2})/i.test(text) ? text : decodeURIComponent(text);
}
