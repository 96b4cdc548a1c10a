// An authenticator in a few lines, for tests that say over HTTP what a browser would not: ES256, no attestation.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Changes = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
};

type Options = Readonly<Record<string, unknown>>;

export const ORIGIN = 'http://localhost';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

// `userHandle` is whose passkey it is; a new one learns it when it is made.
export function newAuthenticator(owner = '') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const key = cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
  let counter = 0;
  let userHandle = owner;

  const dataOf = (change: Changes, flags: number, rest = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(change.counter ?? counter);
    const shown = PRESENT | (change.isVerified === false ? 0 : VERIFIED) | flags;
    return Buffer.concat([sha256(Buffer.from(change.rpId ?? 'localhost')), Buffer.of(shown), count, rest]);
  };

  // What the page answers to the options of a new passkey.
  const create = (options: Options, change: Changes = {}) => {
    userHandle = String(Object(options['user']).id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const authData = dataOf(change, WITH_KEY, Buffer.concat([Buffer.alloc(16), length, credentialId, key]));
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    const clientDataJSON = clientData('webauthn.create', options, change).toString('base64url');
    return { id, clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] };
  };

  // What it answers to those of a sign-in or a proof.
  const answer = (options: Options, change: Changes = {}) => {
    const said = clientData('webauthn.get', options, change);
    const authData = dataOf(change, 0);
    return {
      id,
      clientDataJSON: said.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, sha256(said)]), privateKey).toString('base64url'),
      userHandle: change.userHandle ?? userHandle,
    };
  };

  return { id, key, create, answer };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const clientData = (type: string, options: Options, change: Changes): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: change.type ?? type,
      challenge: change.challenge ?? options['challenge'],
      origin: change.origin ?? ORIGIN,
      crossOrigin: false,
    }),
  );

// As much of CBOR (RFC 8949) as this takes.
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 0xff);
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
