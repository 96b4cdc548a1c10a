import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';
import { useKeepCampaign } from './use-keep-campaign.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

// Makes a draft; everything else is chosen on its page.
export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keep = useKeepCampaign();
  // One id for all tries of this dialog: a try whose answer was lost does not make a second campaign.
  const [lineageId, setLineageId] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) => call('createCampaign', { body: { lineageId, name: textIn(form, 'name').trim() } }),
    onSuccess: async (campaign) => {
      setLineageId(crypto.randomUUID());
      keep(campaign);
      void queries.invalidateQueries({ queryKey: ['listConsoleCampaigns'] });
      await navigate({ to: '/campaigns/$lineageId', params: { lineageId: campaign.lineageId } });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title="New campaign" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(new FormData(event.currentTarget));
        }}
      >
        <Stack>
          <TextInput
            name="name"
            label="Name"
            placeholder="Summer sale"
            maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
            pattern=".*\S.*"
            title="A name that is not blank"
            required
            withAsterisk={false}
            data-autofocus
          />
          {create.isError && <ErrorNotice failure={create.error} title="No campaign was made" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Make it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
