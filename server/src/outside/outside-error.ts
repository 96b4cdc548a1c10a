// Why an address that a stranger named was not called, or gave no answer.
type OutsideReason =
  | 'not_an_address'
  | 'has_password'
  | 'port_refused'
  | 'private'
  | 'unresolved'
  | 'unreachable'
  | 'untrusted'
  | 'timed_out'
  | 'closed'
  | 'not_http'
  | 'too_large'
  | 'too_many_redirects'
  | 'stopped';

// The message is a sentence for whoever named the address; what lies behind it is the cause.
export class OutsideError extends Error {
  readonly reason: OutsideReason;

  constructor(reason: OutsideReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

// What Node says of a connection, in a sentence.
export function toOutsideError(error: unknown, host: string): OutsideError {
  if (error instanceof OutsideError) return error;
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return new OutsideError('unreachable', `Nothing answers at ${host}.`, error);
  if (code.startsWith('HPE_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new OutsideError('not_http', `What ${host} answered is not HTTP.`, error);
  if (CERTIFICATE.test(code))
    return new OutsideError('untrusted', `The certificate of ${host} is not valid for it.`, error);
  return new OutsideError('closed', `The connection to ${host} was closed before its answer was whole.`, error);
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
  'EPERM',
]);
const CERTIFICATE = /CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|^EPROTO$/;

// Where several addresses were tried, of the first of them.
function codeOf(error: unknown): string {
  const { code, errors = [] }: { code?: unknown; errors?: readonly unknown[] } = Object(error);
  if (typeof code === 'string') return code;
  return errors.length > 0 ? codeOf(errors[0]) : '';
}
