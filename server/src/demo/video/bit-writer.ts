// Writes bits, most significant first, in the codes of H.264.
export type BitWriter = {
  readonly bits: (value: number, count: number) => void;
  /** Exp-Golomb: small numbers in few bits. */
  readonly number: (value: number) => void;
  readonly align: () => void;
  readonly bytes: (data: Uint8Array) => void;
  readonly finish: () => Buffer;
};

export function newBitWriter(): BitWriter {
  const parts: Uint8Array[] = [];
  let whole: number[] = [];
  let pending = 0;
  let count = 0;
  const bit = (value: number) => {
    pending = (pending << 1) | value;
    if (++count < 8) return;
    whole.push(pending);
    pending = 0;
    count = 0;
  };
  const bits = (value: number, length: number) => {
    for (let place = length - 1; place >= 0; place--) bit((value >>> place) & 1);
  };
  const flush = () => {
    parts.push(Uint8Array.from(whole));
    whole = [];
  };
  const align = () => {
    while (count !== 0) bit(0);
  };
  return {
    bits,
    align,
    number: (value) => {
      const length = 32 - Math.clz32(value + 1);
      bits(0, length - 1);
      bits(value + 1, length);
    },
    bytes: (data) => {
      flush();
      parts.push(data);
    },
    // A payload ends with a one and zeros up to the byte.
    finish: () => {
      bit(1);
      align();
      flush();
      return Buffer.concat(parts);
    },
  };
}
