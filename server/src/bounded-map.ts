// A map that holds no more than so many bytes, by an estimate: what came first goes first. By number it would hold too much of
// what is large, or too little of what is small.
type BoundedMap<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  readonly delete: (key: Key) => void;
  readonly clear: () => void;
  readonly bytes: () => number;
};

export function createBoundedMap<Key, Value>(
  bytesMax: number,
  bytesOf: (value: Value) => number,
  onDrop: (key: Key, value: Value) => void = () => {},
): BoundedMap<Key, Value> {
  const kept = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  let bytes = 0;
  const drop = (key: Key): void => {
    const known = kept.get(key);
    if (known === undefined) return;
    kept.delete(key);
    bytes -= known.bytes;
    onDrop(key, known.value);
  };
  return {
    get: (key) => kept.get(key)?.value,
    set(key, value) {
      drop(key);
      const entry = { value, bytes: bytesOf(value) };
      // What is larger than all of it is not kept at all.
      if (entry.bytes > bytesMax) return;
      for (const oldest of kept.keys()) {
        if (bytes + entry.bytes <= bytesMax) break;
        drop(oldest);
      }
      kept.set(key, entry);
      bytes += entry.bytes;
    },
    delete: drop,
    clear() {
      kept.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}
