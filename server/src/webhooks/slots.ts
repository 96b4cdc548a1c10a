// So many at once, the others in the order in which they came.
export type Slots = { readonly run: <Result>(work: () => Promise<Result>) => Promise<Result> };

export function createSlots(max: number): Slots {
  const waiting: (() => void)[] = [];
  let free = max;
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
