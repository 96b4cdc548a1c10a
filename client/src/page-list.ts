/** One page of a list. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A list: `for await` gives every item, `page()` one page, `pages()` page after page. */
export type PageList<Item> = AsyncIterable<Item> & {
  readonly page: () => Promise<Page<Item>>;
  readonly pages: () => AsyncIterable<Page<Item>>;
};

export function createPageList<Item>(
  first: string | undefined,
  load: (cursor: string | undefined) => Promise<Page<Item>>,
): PageList<Item> {
  const pages = async function* (): AsyncGenerator<Page<Item>> {
    for (let cursor: string | null | undefined = first; cursor !== null;) {
      const page: Page<Item> = await load(cursor);
      yield page;
      cursor = page.nextCursor;
    }
  };
  return {
    page: () => load(first),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
