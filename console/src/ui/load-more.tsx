import { Button, Center } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

type Props = { readonly isLoading: boolean; readonly onMore: () => void };

const AHEAD = '1200px';

// Loads by itself when its end comes near. The button is for those who do not scroll, and for browsers that do not tell.
export function LoadMore({ isLoading, onMore }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null || isLoading) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading, onMore]);
  return (
    <Center ref={place} py="lg">
      <Button variant="default" loading={isLoading} onClick={onMore}>
        Load more
      </Button>
    </Center>
  );
}
