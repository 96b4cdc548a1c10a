import { toBytes } from './fuzz-request.js';

const POOL_MAX = 40;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// Things that exist, by name, so that requests reach deep. Answers add to them while the run goes on.
export class Pools {
  readonly #values = new Map<string, string[]>();
  #added = 0;

  set(pool: string, values: readonly string[]): void {
    this.#values.set(pool, [...values]);
  }

  add(pool: string, value: string): void {
    const values = this.#values.get(pool) ?? [];
    if (values.includes(value)) return;
    // What came first stays in the first half; the rest makes room for what is new.
    if (values.length < POOL_MAX) values.push(value);
    else values[POOL_MAX / 2 + (this.#added++ % (POOL_MAX / 2))] = value;
    this.#values.set(pool, values);
  }

  all(pool: string): readonly string[] {
    return this.#values.get(pool) ?? [];
  }

  // `{{media#3}}` becomes the third id of the pool, counted round; an empty pool has nothing to give.
  fill(text: string, write: (value: string) => string = (value) => value): string {
    return text.replace(/\{\{([^{}#]+)#(\d+)\}\}/g, (_, pool: string, at: string) => {
      const values = this.all(pool);
      return toBytes(write(values[Number(at) % Math.max(1, values.length)] ?? 'none'));
    });
  }

  harvest(noun: string, answer: unknown, key = ''): void {
    if (Array.isArray(answer)) {
      const of = key === 'items' || key === '' ? noun : nounOf(key);
      for (const item of answer) this.harvest(of, item, key);
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [name, value] of Object.entries(answer))
        this.harvest(isThing(value) ? nounOf(name) : noun, value, name);
    } else if (typeof answer === 'string') this.#take(noun, key, answer);
  }

  #take(noun: string, key: string, value: string): void {
    if (UUID.test(value)) this.add(idPool(noun, key), value);
    else if (key === 'email') this.add('email', value);
    else if (key === 'nextCursor') this.add('cursor', value);
    else if (key === 'link') this.add('secret', value.split('#')[1] ?? '');
  }
}

// `{ token: { id } }` speaks of a token, wherever it stands.
const isThing = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

// `id` in an answer about tokens is a token's; `playlistId` is a playlist's wherever it stands.
export const idPool = (noun: string, key: string): string =>
  `id:${key === 'id' || key === 'of' ? noun : nounOf(key.replace(/Ids?$/, ''))}`;

const NOUNS: Readonly<Record<string, string>> = { people: 'person', lineage: 'campaign', upload: 'media' };

export function nounOf(word: string): string {
  const one = word.replace(/s$/, '');
  return NOUNS[one] ?? one;
}
