// For tests of TLS: a key and a certificate of its own, written as DER (X.509), since Node reads certificates and makes none.
import { generateKeyPairSync, sign } from 'node:crypto';

export function newCertificate(name: string, ...others: readonly string[]): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const algorithm = sequence(oid('2a8648ce3d040302')); // ECDSA with SHA-256
  const validity = sequence(...['200101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time))));
  const names = sequence(...[name, ...others].map((one) => der(0x82, Buffer.from(one))));
  const extensions = sequence(
    sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE))), // an authority: it vouches for itself
    sequence(oid('551d11'), der(0x04, names)),
  );
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toPem(sequence(signed, algorithm, signature)),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number): Buffer => der(0x02, Buffer.of(value));
const TRUE = der(0x01, Buffer.of(0xff));

const toPem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
