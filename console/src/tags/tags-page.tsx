import { Box, Group, Menu, Text } from '@mantine/core';
import { IconArrowMerge, IconDots, IconPencil, IconTag, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { BackLink } from '../ui/back-link.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { DeleteTagDialog, MergeTagDialog, RenameTagDialog } from './tag-dialogs.js';

const route = getRouteApi('/shell/tags');
const PAGE_ITEMS = 100;

const tagsQuery = (q: string) =>
  pagesQuery(['listTagCounts', q], (start, signal) =>
    call('listTagCounts', { query: { q, limit: PAGE_ITEMS, ...start } }, signal),
  );

export function TagsPage(): ReactNode {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (text: string): void => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <PageHeader title="Tags" description="Words that media and campaigns are found by. Integrations use them too." />
      <Box mb="lg">
        <SearchField label="Search the tags" placeholder="Search by name" value={q} onChange={search} />
      </Box>
      <PagedList
        query={tagsQuery(q)}
        what="The tags"
        empty={
          q === '' ? (
            <EmptyState icon={IconTag} title="No tag yet" action={<LinkButton to="/media">Go to the media</LinkButton>}>
              Open an item of the library and give it a tag.
            </EmptyState>
          ) : (
            <NothingFound onClear={() => search('')}>No tag has “{q}” in its name.</NothingFound>
          )
        }
      >
        {(tags) => (
          <LineList label="Tags">
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} />
            ))}
          </LineList>
        )}
      </PagedList>
    </>
  );
}

const DIALOGS = { rename: RenameTagDialog, merge: MergeTagDialog, delete: DeleteTagDialog } as const;

function TagRow({ tag }: { readonly tag: CountedTag }): ReactNode {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>();
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <Group component="li" px="md" py="xs" wrap="nowrap" gap="md">
      <Box flex="1" miw={0}>
        <Text size="sm" fw={500} truncate>
          {tag.name}
        </Text>
        <Quiet size="xs">
          {tag.mediaCount === 0 ? (
            'No media'
          ) : (
            <LinkAnchor to="/media" search={{ tag: tag.id }} size="xs" underline="always">
              {tag.mediaCount === 1 ? '1 media item' : `${tag.mediaCount} media items`}
            </LinkAnchor>
          )}
          {tag.campaignCount > 0 && ` · ${tag.campaignCount === 1 ? '1 campaign' : `${tag.campaignCount} campaigns`}`}
        </Quiet>
      </Box>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconButton label={`Change the tag ${tag.name}`} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setDialog('merge')}>
            Merge into another
          </Menu.Item>
          <HistoryMenuItem id={tag.id} />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Dialog !== undefined && <Dialog tag={tag} onClose={() => setDialog(undefined)} />}
    </Group>
  );
}
