// Reads what many ask for at once with one statement. While one is under way those who ask wait, and are read for by the
// next, which begins after they came: what they get is as new as if each had asked alone.
export function readTogether<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<string>; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined;
  const begin = () => {
    const keys = new Set<string>();
    const start = (): Promise<ReadonlyMap<string, Value>> => {
      next = undefined;
      return read([...keys]);
    };
    // Also after one that failed, which is told to who asked for it.
    const values = underWay.then(start, start);
    underWay = values;
    return { keys, values };
  };
  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}
