// As a browser's, as far as files use it.
export function aCache(): Cache {
  const kept = new Map<string, Blob>();
  const keyOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  const cache = {
    put: async (request: RequestInfo | URL, response: Response) => void kept.set(keyOf(request), await response.blob()),
    match: async (request: RequestInfo | URL) => {
      const found = kept.get(keyOf(request));
      return found && new Response(found);
    },
    delete: async (request: RequestInfo | URL) => kept.delete(keyOf(request)),
    keys: async () => [...kept.keys()].map((address) => new Request(address)),
  };
  return cache as unknown as Cache;
}
