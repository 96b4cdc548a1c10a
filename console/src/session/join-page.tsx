import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InvalidRequestError, NotFoundError } from '@vitrine/client';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkAnchor } from '../ui/links.js';
import { JoinForm } from './join-form.js';
import { SessionFrame } from './session-frame.js';

// Where an invitation's link leads. Its secret stands behind the #, which browsers send to nobody.
export function JoinPage(): ReactNode {
  const secret = useLocation({ select: ({ hash }) => hash });
  const { data: invitation, error, refetch } = useQuery(endpointQuery('lookInvitation', { body: { secret } }));
  if (error instanceof NotFoundError || error instanceof InvalidRequestError) return <Gone />;
  if (error !== null) {
    return (
      <SessionFrame title="Invitation">
        <ErrorNotice failure={error} onRetry={() => void refetch()} />
      </SessionFrame>
    );
  }
  if (invitation === undefined) {
    return (
      <SessionFrame title="Invitation">
        <Stack role="status" aria-label="Loading">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      </SessionFrame>
    );
  }
  return <JoinForm invitation={invitation} secret={secret} />;
}

// Used, withdrawn, expired and never made look the same to the server, too.
const Gone = (): ReactNode => (
  <SessionFrame title="This link no longer works">
    <Stack>
      <Text>
        An invitation can be used once, for seven days, and can be withdrawn. Ask whoever sent it for a new one.
      </Text>
      <Text>
        Have you joined already? <LinkAnchor to="/sign-in">Sign in</LinkAnchor>
      </Text>
    </Stack>
  </SessionFrame>
);
