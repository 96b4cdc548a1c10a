import { useEffect, useRef, useState } from 'react';

// The company's page in a window of its own, so that nothing typed here is lost. It ends at /proved, a page of ours, which
// tells this one. The two find each other by name: the browser cuts what ties a window to another site's.
const CHANNEL = 'vitrine-company';

type Outcome = { readonly refusal: string | null };

export const tellOpener = (outcome: Outcome): void => new BroadcastChannel(CHANNEL).postMessage(outcome);

// `open` is called in the click itself, else the browser takes the window for an advertisement.
export function useCompanyWindow(onBack: (refusal: string | null) => void) {
  const [isOpen, setOpen] = useState(false);
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<Outcome>) => {
      setOpen(false);
      back.current(data.refusal);
    });
    return () => channel.close();
  }, []);
  const open = async (start: () => Promise<{ readonly url: string }>): Promise<void> => {
    const page = window.open('', 'vitrine-company', 'popup,width=520,height=720');
    setOpen(true);
    try {
      const { url } = await start();
      if (page === null) window.location.assign(url);
      else page.location.assign(url);
    } catch (thrown) {
      page?.close();
      setOpen(false);
      throw thrown;
    }
  };
  return { isOpen, open };
}
