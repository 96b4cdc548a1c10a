import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkAnchor } from '../ui/links.js';

// What belongs to the library and is seldom needed.
export const MediaLinks = (): ReactNode => (
  <Group gap="md">
    <LinkAnchor to="/tags" size="sm">
      Tags
    </LinkAnchor>
    <LinkAnchor to="/trash" size="sm">
      Trash
    </LinkAnchor>
  </Group>
);
