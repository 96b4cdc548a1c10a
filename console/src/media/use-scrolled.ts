import { useCallback, useEffect, useState, type RefObject } from 'react';

const REST_MS = 1500;

// How much of a list has gone by below the bar of the page, how far below that bar it still begins, and whether it is being scrolled, or was just now.
export function useScrolled(list: RefObject<HTMLElement | null>, belowBar: number) {
  const [share, setShare] = useState(0);
  const [above, setAbove] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const look = useCallback(() => {
    const { top = 0, height = 1 } = list.current?.getBoundingClientRect() ?? {};
    setShare(Math.max(0, Math.min(1, (belowBar - top) / height)));
    setAbove(Math.max(0, Math.round(top - belowBar)));
  }, [list, belowBar]);
  useEffect(() => {
    let timer: number | undefined;
    const onScroll = (): void => {
      look();
      setMoving(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setMoving(false), REST_MS);
    };
    const first = requestAnimationFrame(look);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(first);
      window.clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', look);
    };
  }, [look]);
  return { share, above, isMoving, look };
}
