import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@vitrine/contract/session';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { forgetOthers, keepMerchant, meQuery } from '../api/me.js';
import { notifyFailure } from '../ui/notify.js';
import { forgetUnsavedWork, mayLeave } from '../ui/unsaved-work.js';

// The merchant's name; a menu for those who belong to several.
export function MerchantSwitcher({ me }: { readonly me: Me }): ReactNode {
  const switching = useMutation({ mutationFn: useSwitchMerchant(), onError: (thrown) => notifyFailure(thrown) });
  const { merchant, memberships } = me;
  if (merchant === null) return null;
  if (memberships.length < 2) {
    return (
      <Text component="span" size="sm" fw={500} truncate className="shell-who">
        {merchant.merchantName}
      </Text>
    );
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={switching.isPending}
          rightSection={<IconSelector size={16} aria-hidden />}
          className="shell-who"
          aria-label={`Merchant: ${merchant.merchantName}. Change it`}
        >
          {merchant.merchantName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Work for</Menu.Label>
        {memberships.map(({ merchantId, merchantName }) => (
          <Menu.Item
            key={merchantId}
            aria-current={merchantId === merchant.merchantId}
            rightSection={merchantId === merchant.merchantId && <IconCheck size={16} aria-label="chosen" />}
            onClick={() => merchantId !== merchant.merchantId && switching.mutate(merchantId)}
          >
            {merchantName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

// For this tab at once, and for tabs that are opened later. Nothing read for the one merchant is shown for the other, and
// the address, which may name something of the first one's, is left.
function useSwitchMerchant(): (merchantId: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (merchantId) => {
    if (!(await mayLeave('page'))) return;
    const me = await call('switchMerchant', { body: { merchantId } });
    keepMerchant(me);
    forgetUnsavedWork();
    forgetOthers(queryClient);
    queryClient.setQueryData(meQuery.queryKey, me);
    await navigate({ to: '/today' });
  };
}
