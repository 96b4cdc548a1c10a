// HMAC-SHA256 from two plain hashes. Node's createHmac builds a key object on every call, which costs more than both
// hashes together; here the two pads are laid out once per key, and what all messages begin with behind them.
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

export type Hmac = (message: string) => string;

export function createHmac(key: string | Buffer, prefix = ''): Hmac {
  const outer = Buffer.concat([pad(key, OUTER_PAD), Buffer.alloc(DIGEST_BYTES)]);
  const start = Buffer.concat([pad(key, INNER_PAD), Buffer.from(prefix)]);
  // Texts to sign have the same length all day, so the block with the pad in front is laid out once, not per message.
  let inner = start;
  return (message) => {
    const bytes = start.length + Buffer.byteLength(message);
    if (inner.length !== bytes) inner = Buffer.concat([start], bytes);
    inner.write(message, start.length);
    // One character a byte: half as long as hex, and nothing to read back.
    outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'hex');
  };
}

function pad(key: string | Buffer, filler: number): Buffer {
  const given = Buffer.from(key);
  const short = given.length > BLOCK_BYTES ? Buffer.from(hash('sha256', given, 'hex'), 'hex') : given;
  return Buffer.from(Buffer.concat([short], BLOCK_BYTES).map((byte) => byte ^ filler));
}
