import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

type Props = { readonly title: string; readonly children: ReactNode };

export function Section({ title, children }: Props): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
