import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RateLimitedError, UnauthorizedError } from '@vitrine/client';
import { ErrorNotice } from '../ui/error-notice.js';

type Props = {
  readonly failure: unknown;
  // Seconds until the next attempt is let through; 0 when it may be made now.
  readonly waitSeconds: number;
};

// A refused password is no fault to report: no request number, no advice but the next step.
export function SessionError({ failure, waitSeconds }: Props): ReactNode {
  if (failure === null) return null;
  if (failure instanceof UnauthorizedError) {
    return <Notice title={failure.message}>Check both. Capital letters count in the password.</Notice>;
  }
  if (failure instanceof RateLimitedError) {
    return (
      <Notice title="Too many attempts">
        {waitSeconds > 0 ? `Try again in ${inWords(waitSeconds)}.` : 'You can try again now.'}
      </Notice>
    );
  }
  return <ErrorNotice failure={failure} />;
}

const Notice = ({ title, children }: { readonly title: string; readonly children: string }): ReactNode => (
  <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </Alert>
);

// By the minute while it is long: the notice is read out whenever it changes.
const inWords = (seconds: number): string =>
  seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 10) * 10} seconds`;
