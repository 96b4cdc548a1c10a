import { ConnectionError } from './errors.js';

// What fetch throws says little («fetch failed»); the reason lies below it. Never the headers: they hold the token.
export function toConnectionError(url: string, thrown: unknown): ConnectionError {
  const reason = findReason(thrown);
  const code = codeOf(reason);
  return new ConnectionError(`Cannot reach ${new URL(url).origin}: ${findKnown(code)?.text ?? textOf(reason)}.`, {
    code,
    cause: thrown,
  });
}

function findReason(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  if (thrown.cause instanceof AggregateError) return findReason(thrown.cause.errors[0]);
  return thrown.cause instanceof Error ? findReason(thrown.cause) : thrown;
}

const codeOf = (reason: unknown): string | undefined =>
  reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined;

const textOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message.replace(/\.$/, '') || reason.name : String(reason);

// Why there is no connection, in words that say what to do next, by Node's code for it. OpenSSL's own are for those who
// wrote it. What is lasting is not tried again: it stays until somebody changes the address, the service or this machine.
type Known = { readonly text: string; readonly lasts: boolean };

const lasting = (text: string): Known => ({ text, lasts: true });
const passing = (text: string): Known => ({ text, lasts: false });

const UNKNOWN_AUTHORITY = lasting(
  'nobody that this machine trusts vouches for its certificate; if you do, name its authority in NODE_EXTRA_CA_CERTS',
);
const SELF_SIGNED = lasting(
  'its certificate is self-signed; if you trust it, name the certificate in NODE_EXTRA_CA_CERTS',
);
const NO_HTTPS = lasting('it does not speak https there; try http://, or another port');

const KNOWN: Readonly<Record<string, Known>> = {
  ENOTFOUND: lasting('there is no host of that name'),
  ECONNREFUSED: passing('nothing answers at that port'),
  ECONNRESET: passing('the connection was cut'),
  EHOSTUNREACH: passing('there is no way to that host'),
  ENETUNREACH: passing('there is no network'),
  EAI_AGAIN: passing('the name cannot be looked up now'),
  ETIMEDOUT: passing('the host does not answer'),
  UND_ERR_CONNECT_TIMEOUT: passing('the host does not answer'),
  UND_ERR_SOCKET: passing('the connection was cut'),
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: lasting('its certificate has expired; tell who runs it'),
  CERT_NOT_YET_VALID: lasting('its certificate is not valid yet; look at the clock of this machine'),
  ERR_TLS_CERT_ALTNAME_INVALID: lasting('its certificate is for another name; look at the address'),
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_HTTPS,
  EPROTO: NO_HTTPS,
};

export const isLasting = ({ code }: ConnectionError): boolean => findKnown(code)?.lasts === true;

const findKnown = (code: string | undefined): Known | undefined =>
  code !== undefined && Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
