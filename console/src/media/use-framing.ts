import { useQueryClient } from '@tanstack/react-query';
import type { PageCheck } from '@vitrine/contract/media';
import { useState } from 'react';
import { call } from '../api/call.js';

type Framing = PageCheck['framing'];

// Whether screens can show a page, asked once for each address. It is there to help: what cannot be told, or may not be
// asked again so soon, holds up nobody.
export function useFraming() {
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState<{ readonly url: string; readonly framing: Framing }>();
  const find = async (url: string): Promise<Framing> => {
    const queryFn = () => call('checkPage', { body: { url } });
    const asked = queryClient.fetchQuery({ queryKey: ['framing', url], queryFn, staleTime: Infinity, retry: false });
    return (await asked.catch(() => UNKNOWN)).framing;
  };
  return {
    seen,
    find,
    look: (url: string): void => void find(url).then((framing) => setSeen({ url, framing })),
  };
}

const UNKNOWN: PageCheck = { framing: 'unknown' };

// What the merchant is to know before counting on it.
export const FRAMING_WARNINGS: Readonly<Partial<Record<Framing, string>>> = {
  refused:
    'This page does not let itself be shown inside of another one, as screens do it: its place would stay empty there. Whoever runs the page can allow it.',
  insecure: 'Screens cannot show this page, because its address begins with http://. Try it with https://.',
};
