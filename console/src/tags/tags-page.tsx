import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CountedTag, CountedTagPage, TagSort } from '@vitrine/contract/tags';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { BackLink } from '../ui/back-link.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { formatCount } from '../ui/format-length.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { ChosenTags } from './chosen-tags.js';
import { TagRow } from './tag-row.js';
import './tags.css';
import { parseTagsSearch, SORTS, type TagsSearch } from './tags-search.js';
import { useChosen } from './use-chosen.js';

const route = getRouteApi('/shell/tags');
const PAGE_ITEMS = 100;

const tagsQuery = ({ q = '', sort = 'name', unused }: TagsSearch) =>
  pagesQuery<CountedTag, CountedTagPage>(['listTagCounts', q, sort, unused === true], (start, signal) =>
    call(
      'listTagCounts',
      { query: { q, limit: PAGE_ITEMS, sort, ...(unused === true && { unused: 'true' as const }), ...start } },
      signal,
    ),
  );

export function TagsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = useChosen();
  const go = (next: Record<string, unknown>): void => {
    chosen.clear();
    void navigate({ search: parseTagsSearch({ ...search, ...next }), replace: true });
  };
  const shown = useInfiniteQuery({ ...tagsQuery(search), placeholderData: keepPreviousData });
  const counts = shown.data?.pages[0]?.counts;
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <PageHeader
        title="Tags"
        description={
          <>
            Words that media, campaigns and screens are found by. Integrations use them too.{' '}
            <LinkAnchor to="/trash" size="sm" underline="always">
              Trash
            </LinkAnchor>
          </>
        }
      />
      <div className="tags-tools">
        <SearchField
          label="Search the tags"
          placeholder="Search by name"
          value={search.q ?? ''}
          onChange={(q) => go({ q })}
        />
        <NativeSelect
          aria-label="Order of the tags"
          data={SORTS}
          value={search.sort ?? 'name'}
          onChange={({ currentTarget }) => go({ sort: currentTarget.value as TagSort })}
        />
      </div>
      {chosen.chosen.size > 0 && (
        <ChosenTags tags={[...chosen.chosen.values()]} onClear={chosen.clear} onGone={chosen.forget} />
      )}
      <PagedList query={tagsQuery(search)} what="The tags" empty={<Nothing search={search} onGo={go} />}>
        {(tags) => (
          <>
            <div className="tags-above">
              <Checkbox
                label="Select all"
                checked={tags.every(({ id }) => chosen.chosen.has(id))}
                indeterminate={chosen.chosen.size > 0 && !tags.every(({ id }) => chosen.chosen.has(id))}
                onChange={({ currentTarget }) => (currentTarget.checked ? chosen.chooseAll(tags) : chosen.clear())}
              />
              {counts !== undefined && (
                <Which counts={counts} isUnused={search.unused === true} onChange={(unused) => go({ unused })} />
              )}
            </div>
            <LineList label="Tags">
              {tags.map((tag) => (
                <TagRow
                  key={tag.id}
                  tag={tag}
                  isChosen={chosen.chosen.has(tag.id)}
                  onChoose={(isRange) => chosen.toggle(tags, tag, isRange)}
                  onGone={chosen.forget}
                />
              ))}
            </LineList>
          </>
        )}
      </PagedList>
    </>
  );
}

type WhichProps = {
  readonly counts: CountedTagPage['counts'];
  readonly isUnused: boolean;
  readonly onChange: (isUnused: boolean) => void;
};

// What nothing carries is found at once, to be deleted together.
const Which = ({ counts, isUnused, onChange }: WhichProps): ReactNode => (
  <SegmentedControl
    size="xs"
    aria-label="Which tags"
    value={isUnused ? 'unused' : 'all'}
    onChange={(value) => onChange(value === 'unused')}
    data={[
      { value: 'all', label: `All ${formatCount(counts.all)}` },
      { value: 'unused', label: `Unused ${formatCount(counts.unused)}` },
    ]}
  />
);

type NothingProps = { readonly search: TagsSearch; readonly onGo: (next: Record<string, unknown>) => void };

function Nothing({ search: { q, unused }, onGo }: NothingProps): ReactNode {
  const showAll = (): void => onGo({ q: '', unused: false });
  if (q !== undefined)
    return (
      <NothingFound onClear={showAll}>
        No {unused && 'unused '}tag has “{q}” in its name.
      </NothingFound>
    );
  if (unused) return <NothingFound onClear={showAll}>Every tag is carried by something.</NothingFound>;
  return (
    <EmptyState icon={IconTag} title="No tag yet" action={<LinkButton to="/media">Go to the media</LinkButton>}>
      Open an item of the library and give it a tag.
    </EmptyState>
  );
}
