import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMember } from '../api/me.js';
import { merchantQuery } from '../api/merchant.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingRows } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { PlanCard } from './plan-card.js';
import { SettingsForm } from './settings-form.js';
import { StorageCard } from './storage-card.js';

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
  const merchant = useQuery(merchantQuery);
  if (merchant.isPending) return <LoadingRows count={4} />;
  if (merchant.isError) {
    return (
      <ErrorNotice
        failure={merchant.error}
        title="The settings could not be loaded"
        onRetry={() => void merchant.refetch()}
      />
    );
  }
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <SettingsForm merchant={merchant.data} isAdmin={isAdmin} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <StorageCard storage={merchant.data.storage} />
          <PlanCard merchant={merchant.data} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
