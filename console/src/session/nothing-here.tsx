import { Stack, Text } from '@mantine/core';
import { FIRST_RUN_HOURS } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { SessionFrame } from './session-frame.js';

// A new installation, seen without the address that its start printed: there is nobody yet who could sign in.
export const NothingHere = (): ReactNode => (
  <SessionFrame title="Almost ready">
    <Stack>
      <Text>This service runs, and has no merchant yet.</Text>
      <Text>
        Did you start it? It printed a long address, which begins with {location.host}/first-run. Open that one to make
        the first merchant and your own account.
      </Text>
      <Text>
        The address works once, for {FIRST_RUN_HOURS} hours. If it is lost or too old, start the service again: it
        prints another.
      </Text>
    </Stack>
  </SessionFrame>
);
