export type ShareReads<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

// Who asks for the same before the reading has begun gets the same answer: a thousand readers who are woken at once cost the
// database one statement. What is under way is not shared: it may have begun before what a later one was woken for.
export function createShareReads<Result>(): ShareReads<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return (key, read) => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const made = nextTurn().then(() => {
      waiting.delete(key);
      return read();
    });
    waiting.set(key, made);
    return made;
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
