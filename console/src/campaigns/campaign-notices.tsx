import { Alert } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';

// What the person should know before anything else.
export function CampaignNotices({ campaign }: { readonly campaign: ConsoleCampaign }): ReactNode {
  if (campaign.archived) {
    return (
      <Alert mb="lg" color="gray" variant="light" icon={<IconArchive aria-hidden />} title="Archived">
        It is out of the lists and cannot be changed. Restore it to work with it again.
      </Alert>
    );
  }
  if (campaign.live === null || campaign.draft === null) return null;
  return (
    <Alert mb="lg" color="yellow" variant="light" icon={<IconPencil aria-hidden />} title="Changes not published">
      Screens play version {campaign.live.version}. What you change below is version {campaign.draft.version}, and
      reaches them when you publish it.
    </Alert>
  );
}
