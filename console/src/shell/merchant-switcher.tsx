import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Me } from '@vitrine/contract/console/session';
import type { ReactNode } from 'react';
import { notifyFailure } from '../ui/notify.js';
import { useSwitchMerchant } from './use-switch-merchant.js';

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
