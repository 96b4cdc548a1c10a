import { Alert, Grid, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { Merchant } from '@vitrine/contract/merchant';
import type { ReactNode } from 'react';
import { useMember } from '../api/me.js';
import { merchantQuery } from '../api/merchant.js';
import { CopyButton } from '../ui/copy-button.js';
import { DateTime } from '../ui/date-time.js';
import { formatBytes } from '../ui/format-bytes.js';
import { formatCount } from '../ui/format-length.js';
import { HeldRoomList } from '../ui/held-room.js';
import { LinkAnchor } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { SettingsForm } from './settings-form.js';

export function MerchantPage(): ReactNode {
  const { isAdmin } = useMember();
  return (
    <>
      <PageHeader
        title="Merchant"
        description={
          isAdmin
            ? 'What counts for every screen, and how much room there is.'
            : 'What counts for every screen. Owners and admins can change it.'
        }
      />
      <MerchantSettings isAdmin={isAdmin} />
    </>
  );
}

function MerchantSettings({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const query = useQuery(merchantQuery);
  return (
    <Loaded query={query} what="The settings" loading={<LoadingRows count={4} />}>
      {(merchant) => (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <SettingsForm merchant={merchant} isAdmin={isAdmin} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <StorageSection storage={merchant.storage} />
              <PlanSection merchant={merchant} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Loaded>
  );
}

const NEARLY_FULL = 0.9;

function StorageSection({ storage }: { readonly storage: Merchant['storage'] }): ReactNode {
  const { usedBytes, trashBytes, reservedBytes, quotaBytes } = storage;
  // To a tenth: the smallest numbers would be written with an exponent, which is none that can be read out.
  const share = (bytes: number): number =>
    Math.round(10 * (quotaBytes === 0 ? 100 : Math.min(100, (100 * bytes) / quotaBytes))) / 10;
  const isNearlyFull = usedBytes + reservedBytes >= NEARLY_FULL * quotaBytes;
  const left = Math.max(0, quotaBytes - usedBytes - reservedBytes);
  return (
    <Section title="Storage">
      <Progress.Root size="lg">
        <Progress.Section
          value={share(usedBytes - trashBytes)}
          color={isNearlyFull ? 'red' : 'accent'}
          aria-label={`${formatBytes(usedBytes - trashBytes)} of files`}
        />
        <Progress.Section
          value={share(trashBytes)}
          color="orange"
          aria-label={`${formatBytes(trashBytes)} in the trash`}
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
      {trashBytes > 0 && (
        <Quiet>
          {formatBytes(trashBytes)} of that are in the{' '}
          <LinkAnchor to="/trash" size="sm" underline="always">
            trash
          </LinkAnchor>
          , each item for {TRASH_DAYS} days after it was deleted.
        </Quiet>
      )}
      {reservedBytes > 0 && (
        <>
          <Quiet>
            {formatBytes(reservedBytes)} are held for a day: for uploads that have begun, and by what was deleted or
            finished.
          </Quiet>
          <HeldRoomList />
        </>
      )}
      {isNearlyFull && <Text size="sm">Delete media that no campaign needs, or ask for a larger plan.</Text>}
    </Section>
  );
}

function PlanSection({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const { plan, suspended, id } = merchant;
  return (
    <Section title="Plan">
      <Text size="sm">
        <Text span fw={600}>
          {plan.name}
        </Text>
        {plan.endsAt === null ? (
          ', without an end'
        ) : (
          <>
            , until <DateTime value={plan.endsAt} />
          </>
        )}
      </Text>
      <Quiet>
        {plan.allowsWrites
          ? 'Integrations may read, upload media and add tags.'
          : 'Integrations may read, and write nothing.'}
      </Quiet>
      {plan.screensMax !== null && (
        <Quiet>{plan.screensMax === 1 ? 'One screen.' : `Up to ${formatCount(plan.screensMax)} screens.`}</Quiet>
      )}
      {suspended && (
        <Alert color="red" title="Suspended">
          The operator has stopped the tokens of this merchant. Ask them why.
        </Alert>
      )}
      <Group>
        <CopyButton value={id} label="Copy the id for support" />
      </Group>
    </Section>
  );
}
