import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Scope } from '@vitrine/contract/scopes';
import type { NewToken } from '@vitrine/contract/tokens';
import { useState, type ReactNode } from 'react';
import { Copyable } from '../ui/copyable.js';
import { useKeptOpen } from '../ui/dialog.js';

type Props = { readonly made: NewToken; readonly onClose: () => void };

const NOT_COPIED = {
  title: 'Close without copying the token?',
  words: ['The token is shown only now. Without it you have to create or rotate one again.'],
  stay: 'Go back',
  leave: 'Close anyway',
};

// The one time that the value is shown. Until it was copied, by a button or by hand, a slip does not close it.
export function NewTokenValue({ made, onClose }: Props): ReactNode {
  const { value, token } = made;
  const curl = curlLine(value, token.scopes);
  const [isCopied, setCopied] = useState(false);
  const onCopied = (): void => setCopied(true);
  useKeptOpen(!isCopied, NOT_COPIED);
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It is shown only now">
        Keep it in the other system or in a password manager. It is not stored here and cannot be shown again.
      </Alert>
      <Copyable label="Token" text={value} button="Copy token" onCopied={onCopied} />
      <Copyable label="Try it in a terminal" text={curl} button="Copy line" onCopied={onCopied} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

const FIRST_READS: readonly (readonly [Scope, string])[] = [
  ['media:read', '/media'],
  ['campaigns:read', '/campaigns'],
  ['playlists:read', '/playlists'],
  ['tags:read', '/tags'],
];

// A list that this very token may read; every write brings its read, so there is always one.
function curlLine(value: string, scopes: readonly Scope[]): string {
  const path = FIRST_READS.find(([scope]) => scopes.includes(scope))?.[1] ?? '/token';
  const query = path === '/token' ? '' : '?limit=5';
  return `curl -H "Authorization: Bearer ${value}" "${window.location.origin}${API_PATH}${path}${query}"`;
}
