import { Button, Group, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { CampaignList } from './campaign-list.js';
import type { CampaignsSearch } from './campaigns-search.js';
import { CreateDialog } from './create-dialog.js';

const route = getRouteApi('/shell/campaigns');

export function CampaignsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, creating] = useDisclosure(false);
  const go = (next: CampaignsSearch): void => void navigate({ search: next, replace: true });
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creating.open}>
      New campaign
    </Button>
  );
  return (
    <>
      <PageHeader title="Campaigns" description="What your screens show, and from when until when." actions={create} />
      <Group mb="lg" align="flex-end">
        <div className="campaigns-search">
          <SearchField
            label="Search the campaigns"
            placeholder="Search by name"
            value={search.q ?? ''}
            onChange={(text) => go({ ...(search.archived && { archived: true }), ...(text !== '' && { q: text }) })}
          />
        </div>
        <SegmentedControl
          aria-label="Which campaigns"
          data={[
            { value: 'current', label: 'Current' },
            { value: 'archived', label: 'Archived' },
          ]}
          value={search.archived === true ? 'archived' : 'current'}
          onChange={(which) => go({ ...search, archived: which === 'archived' ? true : undefined })}
        />
      </Group>
      <CampaignList search={search} empty={<Nothing search={search} create={create} onClear={() => go({})} />} />
      <CreateDialog opened={isCreating} onClose={creating.close} />
    </>
  );
}

type NothingProps = { readonly search: CampaignsSearch; readonly create: ReactNode; readonly onClear: () => void };

function Nothing({ search, create, onClear }: NothingProps): ReactNode {
  if (search.q !== undefined) {
    return (
      <EmptyState
        icon={IconCalendarEvent}
        title="Nothing found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all
          </Button>
        }
      >
        No campaign has «{search.q}» in its name.
      </EmptyState>
    );
  }
  if (search.archived === true) {
    return (
      <EmptyState icon={IconCalendarEvent} title="Nothing is archived">
        A campaign that is over can be archived, so that it is out of the way.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconCalendarEvent} title="No campaign yet" action={create}>
      A campaign brings a playlist to your screens, for a time that you choose. Nothing is shown before you publish it.
    </EmptyState>
  );
}
