import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { PeopleTable } from './people-table.js';

export function PeoplePage(): ReactNode {
  const [isInviting, inviting] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title="People"
        description="Owners and admins manage tokens, people and settings. Staff work with media, playlists and campaigns."
        actions={
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={inviting.open}>
            Invite somebody
          </Button>
        }
      />
      <PeopleTable />
      <Invitations />
      <InviteDialog opened={isInviting} onClose={inviting.close} />
    </>
  );
}
