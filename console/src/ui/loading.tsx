import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly count?: number };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const Waiting = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div role="status" aria-live="polite">
    <VisuallyHidden>Loading …</VisuallyHidden>
    {children}
  </div>
);

// Lines of a list or table.
export const LoadingRows = ({ count = 6 }: Props): ReactNode => (
  <Waiting>
    <Stack gap="sm">
      {numbers(count).map((at) => (
        <Skeleton key={at} height={44} radius="md" />
      ))}
    </Stack>
  </Waiting>
);

// Pictures in a grid.
export const LoadingCards = ({ count = 8 }: Props): ReactNode => (
  <Waiting>
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
      {numbers(count).map((at) => (
        <Skeleton key={at} height={180} radius="lg" />
      ))}
    </SimpleGrid>
  </Waiting>
);

// A whole page whose code is on its way.
export const LoadingPage = (): ReactNode => (
  <>
    <Skeleton height={32} width="14rem" mb="lg" />
    <LoadingRows count={4} />
  </>
);
