import { CommandError } from '../errors.js';

// Why there is no connection, in a sentence that says what to do. The address may hold a password: none repeats it.
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, syscall, path }: NodeJS.ErrnoException = error;
  const sentence =
    syscall === 'open' || syscall === 'read'
      ? `${path ?? 'A file'}, which DATABASE_URL names, cannot be read (${code}). Correct the name.`
      : (sentenceForTls(code ?? '', message) ?? sentenceFor(code ?? '', message));
  return sentence === undefined ? error : new CommandError(sentence, { cause: error });
}

function sentenceForTls(code: string, message: string): string | undefined {
  // Of PostgreSQL 13 and older: «SSL off». Not a word of the password, which was not asked for.
  if (message.includes('pg_hba.conf') && /no encryption|SSL off/.test(message)) {
    return 'PostgreSQL refused a connection without TLS. Add sslmode=verify-full to DATABASE_URL; or, if the server is to take this user from here without, add that to its pg_hba.conf.';
  }
  if (message.includes('pg_hba.conf')) {
    return 'PostgreSQL has no entry in its pg_hba.conf for this user, database and address. Add one there, or correct DATABASE_URL.';
  }
  if (message.includes('does not support SSL')) {
    return 'DATABASE_URL asks for TLS and this PostgreSQL offers none. Turn it on there (ssl = on), or take sslmode out of DATABASE_URL.';
  }
  if (/certificate/i.test(message)) {
    return `The certificate of PostgreSQL was refused (${code}). Name the file of the authority that issued it with sslrootcert in DATABASE_URL, and the host as the certificate does.`;
  }
  if (/TLS|SSL/i.test(message)) {
    return 'PostgreSQL and DATABASE_URL do not agree on TLS. Set sslmode in DATABASE_URL as the server wants it, and check its certificate.';
  }
  return undefined;
}

const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']);

function sentenceFor(code: string, message: string): string | undefined {
  if (AWAY.has(code) || message.includes('timeout')) {
    return 'PostgreSQL does not answer at DATABASE_URL. Check the address, and that the server is up and reachable.';
  }
  if (code === '28P01' || code === '28000')
    return 'PostgreSQL refused the user or password of DATABASE_URL. Correct them.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it, or name another.';
  if (code === '42501') {
    return 'The user of DATABASE_URL may not create tables. Grant it «create» on the database and its schema public.';
  }
  return undefined;
}
