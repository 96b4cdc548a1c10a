import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = TextProps & { readonly role?: 'status'; readonly children: ReactNode };

// What stands beside the matter: smaller and greyer.
export const Quiet = (props: Props): ReactNode => <Text size="sm" c="dimmed" {...props} />;
