import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.js';

// Why somebody is here who asked for another page.
export function SecondFactorNeeded(): ReactNode {
  const { merchant } = useMe();
  if (merchant?.needsSecondFactor !== true) return null;
  return (
    <Alert
      color="yellow"
      mb="lg"
      icon={<IconShieldLock aria-hidden />}
      title={`${merchant.merchantName} needs a second factor of everybody`}
    >
      Set up an app or add a passkey below. Everything else opens then.
    </Alert>
  );
}
