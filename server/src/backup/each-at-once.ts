/** Does the work for every item, so many at a time. The first failure ends it, once what runs has ended. */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !failed; next = left.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
