import { ConnectionError, VitrineError } from '@vitrine/client';

export type Stored = { readonly name: string; readonly fileUrl?: string | null };

// An item's file, from the storage itself. What goes wrong is thrown in words that are shown to people.
export async function fetchStored({ name, fileUrl }: Stored): Promise<Blob> {
  const response = fileUrl ? await fetch(fileUrl).catch(toLost) : undefined;
  if (response?.ok === true) return response.blob().catch(toLost);
  const isAway = response !== undefined && response.status >= 500;
  throw new VitrineError(
    isAway ? `The storage answered with ${response.status}.` : `The file of “${name}” is not in the storage.`,
  );
}

// Browsers say no more than that there was no whole answer.
function toLost(cause: unknown): never {
  throw new ConnectionError('The storage did not answer.', { cause });
}
