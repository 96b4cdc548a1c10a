import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import mark from './mark.svg';

export const Brand = (): ReactNode => (
  <Group gap={8} wrap="nowrap">
    <img src={mark} alt="" width={24} height={24} />
    <Text component="span" fw={600} fz="lg" lh={1}>
      Vitrine
    </Text>
  </Group>
);
