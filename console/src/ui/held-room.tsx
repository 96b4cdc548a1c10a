import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HeldRoom } from '@vitrine/contract/held-room';
import { use, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { DateTime } from './date-time.js';
import { ErrorNotice } from './error-notice.js';
import { formatBytes } from './format-bytes.js';
import { Quiet } from './quiet.js';
import { SentFromHere } from './sent-from-here.js';

// What takes room without being in the library, until when, and the way to have it back now.
export function HeldRoomList(): ReactNode {
  const { data, error } = useQuery({ ...endpointQuery('listHeldRoom'), staleTime: 0 });
  return (
    <>
      {error !== null && <ErrorNotice failure={error} />}
      {data !== undefined && <Held room={data} />}
    </>
  );
}

function Held({ room }: { readonly room: HeldRoom }): ReactNode {
  const here = use(SentFromHere);
  if (room.uploads.length === 0 && room.otherBytes === 0) return <Quiet size="sm">Nothing is held any more.</Quiet>;
  return (
    <Stack component="ul" className="plain-list" gap="sm" aria-label="Room that is held">
      {room.uploads.map(({ id, name, bytes, heldUntil }) => (
        <Line
          key={id}
          name={name}
          bytes={bytes}
          until={heldUntil}
          note={here.has(id) ? 'It is being sent from this tab.' : undefined}
          free={room.canFree && !here.has(id) ? () => call('cancelUpload', { params: { id } }) : undefined}
        />
      ))}
      {room.otherBytes > 0 && room.otherUntil !== null && (
        <Line
          name="Deleted or finished today"
          bytes={room.otherBytes}
          until={room.otherUntil}
          note={undefined}
          free={room.canFree ? () => call('freeHeldRoom') : undefined}
        />
      )}
    </Stack>
  );
}

type LineProps = {
  readonly name: string;
  readonly bytes: number;
  readonly until: string;
  readonly note: string | undefined;
  // Undefined where storage cannot refuse what would still come.
  readonly free: (() => Promise<unknown>) | undefined;
};

function Line({ name, bytes, until, note, free }: LineProps): ReactNode {
  const queryClient = useQueryClient();
  const freeing = useMutation({
    mutationFn: async () => free?.(),
    onSettled: () =>
      Promise.all(['listHeldRoom', 'getMerchant'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <Box miw={0}>
          <Text size="sm" truncate>
            {name}
          </Text>
          <Quiet size="xs">
            {formatBytes(bytes)}, until <DateTime value={until} />
            {note !== undefined && `. ${note}`}
          </Quiet>
        </Box>
        {free !== undefined && (
          <Button
            variant="default"
            size="xs"
            flex="none"
            aria-label={`Free the room of ${name}`}
            loading={freeing.isPending}
            onClick={() => freeing.mutate()}
          >
            Free now
          </Button>
        )}
      </Group>
      {freeing.isError && <ErrorNotice failure={freeing.error} />}
    </li>
  );
}
