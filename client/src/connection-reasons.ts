import type { ConnectionError } from './errors.js';

// Why there is no connection, in words that say what to do next, by Node's code for it. OpenSSL's own are for those who
// wrote it. What is lasting is not tried again: it stays until somebody changes the address, the service or this machine.
type Reason = { readonly text: string; readonly lasts: boolean };

const lasting = (text: string): Reason => ({ text, lasts: true });
const passing = (text: string): Reason => ({ text, lasts: false });

const UNKNOWN_AUTHORITY = lasting(
  'nobody that this machine trusts vouches for its certificate; if you do, name its authority in NODE_EXTRA_CA_CERTS',
);
const SELF_SIGNED = lasting(
  'its certificate is self-signed; if you trust it, name the certificate in NODE_EXTRA_CA_CERTS',
);
const NO_HTTPS = lasting('it does not speak https there; try http://, or another port');

const REASONS: Readonly<Record<string, Reason>> = {
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

export const sentenceFor = (code: string | undefined): string | undefined => find(code)?.text;

export const isLasting = ({ code }: ConnectionError): boolean => find(code)?.lasts === true;

const find = (code: string | undefined): Reason | undefined =>
  code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
