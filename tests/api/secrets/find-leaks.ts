// A search for secrets in everything that a run wrote, in every form that software is likely to give them.

export type Secret = {
  readonly name: string;
  readonly value: string | Buffer;
  // the places that are there to hold it
  readonly mayBeIn?: RegExp;
};

export type Place = { readonly name: string; readonly text: string };

// Where a secret stands that it has no business in: `token of the shop in command export`.
export function findLeaks(secrets: readonly Secret[], places: readonly Place[]): string[] {
  return secrets.flatMap(({ name, value, mayBeIn }) => {
    const forms = formsOf(value);
    return places
      .filter((place) => mayBeIn?.test(place.name) !== true)
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map((place) => `${name} in ${place.name}`);
  });
}

// As it is, in a URL, in JSON, in hex, and in base64 wherever in a longer text it began.
export function formsOf(value: string | Buffer): string[] {
  const bytes = Buffer.from(value);
  const plain = bytes.toString('latin1');
  const hex = bytes.toString('hex');
  const texts = [plain, encodeURIComponent(bytes.toString()), JSON.stringify(plain).slice(1, -1)];
  const inner = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  const urlSafe = inner.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...texts, hex, hex.toUpperCase(), ...inner, ...urlSafe])];
}

// The letters that are the same whatever stands before and after.
function base64Inside(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const [start, end] = [offset === 0 ? 0 : offset + 1, (bytes.length + offset) % 3 === 0 ? 0 : 1];
  return text.slice(start, text.length - end);
}

const SIGNED = /X-Amz-(?:Signature|Credential|Security-Token)=[^&\s"'<]{8}/i;

// Places, other than answers, that hold any signed query.
export const findSignedQueries = (places: readonly Place[]): string[] =>
  places.filter(({ name, text }) => !name.startsWith('answer') && SIGNED.test(text)).map(({ name }) => name);
