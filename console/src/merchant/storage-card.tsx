import { Card, Progress, Stack, Text, Title } from '@mantine/core';
import type { Merchant } from '@vitrine/contract/console/merchant';
import type { ReactNode } from 'react';
import { formatBytes } from '../ui/format-bytes.js';

const NEARLY_FULL = 0.9;

export function StorageCard({ storage }: { readonly storage: Merchant['storage'] }): ReactNode {
  const { usedBytes, reservedBytes, quotaBytes } = storage;
  const share = (bytes: number): number => (quotaBytes === 0 ? 100 : Math.min(100, (100 * bytes) / quotaBytes));
  const isNearlyFull = usedBytes + reservedBytes >= NEARLY_FULL * quotaBytes;
  const left = Math.max(0, quotaBytes - usedBytes - reservedBytes);
  return (
    <Card withBorder component="section" aria-label="Storage">
      <Stack gap="sm">
        <Title order={2}>Storage</Title>
        <Progress.Root size="lg">
          <Progress.Section
            value={share(usedBytes)}
            color={isNearlyFull ? 'red' : 'accent'}
            aria-label={`${formatBytes(usedBytes)} used`}
          />
          <Progress.Section
            value={share(reservedBytes)}
            color="gray"
            aria-label={`${formatBytes(reservedBytes)} held for uploads`}
          />
        </Progress.Root>
        <Text size="sm">
          {formatBytes(usedBytes)} of {formatBytes(quotaBytes)} used, {formatBytes(left)} left.
        </Text>
        {reservedBytes > 0 && (
          <Text size="sm" c="dimmed">
            {formatBytes(reservedBytes)} are held for uploads that have begun.
          </Text>
        )}
        {isNearlyFull && <Text size="sm">Delete media that no campaign needs, or ask for a larger plan.</Text>}
      </Stack>
    </Card>
  );
}
