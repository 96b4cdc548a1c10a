import { useNavigate } from '@tanstack/react-router';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { NameDialog } from '../ui/name-dialog.js';
import { useKeepCampaign } from './use-keep-campaign.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const keep = useKeepCampaign();
  const create = async (lineageId: string, name: string): Promise<void> => {
    keep(await call('createCampaign', { body: { lineageId, name } }));
    await navigate({ to: '/campaigns/$lineageId', params: { lineageId } });
  };
  return (
    <NameDialog
      opened={opened}
      onClose={onClose}
      title="New campaign"
      placeholder="Summer sale"
      maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
      failureTitle="No campaign was made"
      onCreate={create}
    />
  );
}
