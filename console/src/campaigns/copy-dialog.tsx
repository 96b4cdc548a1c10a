import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { DialogForm } from '../ui/dialog-form.js';
import { Dialog } from '../ui/dialog.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
import { newId } from '../ui/new-id.js';
import { notifyDone } from '../ui/notify.js';
import { useCampaignSaved } from './use-campaign-saved.js';
import type { CampaignSettings } from './use-campaign-settings.js';

type Props = {
  readonly campaign: ConsoleCampaign;
  readonly settings: CampaignSettings;
  readonly onClose: () => void;
};

// A draft like this one, under another name, and its page.
export function CopyDialog({ campaign, settings, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const onSaved = useCampaignSaved();
  // The same for all tries: one whose answer was lost makes no second copy.
  const [lineageId] = useState(newId);
  const copy = useMutation({
    mutationFn: async (form: FormData) => {
      if (!campaign.archived) await settings.saveFirst();
      const body = { lineageId, name: textIn(form, 'name').trim() };
      return call('copyCampaign', { params: { lineageId: campaign.lineageId }, body });
    },
    onSuccess: async (made) => {
      onSaved(made);
      onClose();
      await navigate({ to: '/campaigns/$lineageId', params: { lineageId } });
      notifyDone(`“${made.name}” is a draft. Nothing of it is on screens.`);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Copy ${campaign.name}`}>
      <DialogForm
        onSend={copy.mutate}
        sending={copy}
        label={settings.draft.isChanged ? 'Save and copy' : 'Copy'}
        failureTitle="The campaign was not copied"
        onCancel={onClose}
      >
        <TextInput
          name="name"
          label="Name of the copy"
          defaultValue={nameOfCopy(campaign.name)}
          maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
          {...NOT_BLANK}
          data-autofocus
        />
        <Text size="sm">
          The copy has the same playlists, tags and dates; dates that are over are left open. It is a draft until you
          publish it.
        </Text>
      </DialogForm>
    </Dialog>
  );
}

const COPY = ' (copy)';
const nameOfCopy = (name: string): string => name.slice(0, CAMPAIGN_NAME_CHARACTERS_MAX - COPY.length) + COPY;
