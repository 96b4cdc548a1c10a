import { NativeSelect } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { CountedTag, CountedTagPage, TagSort } from '@vitrine/contract/tags';
import type { ReactNode } from 'react';
import { BackLink } from '../ui/back-link.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import '../ui/filter-tabs.css';
import { formatCount } from '../ui/format-length.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { PagedList } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { SelectableLines } from '../ui/selectable-lines.js';
import { useListSelection } from '../ui/use-list-selection.js';
import { TagRow } from './tag-row.js';
import { TagSelection } from './tag-selection.js';
import './tags.css';
import { tagsQuery } from './tags-query.js';
import { parseTagsSearch, SORTS, type TagsSearch } from './tags-search.js';

const route = getRouteApi('/shell/tags');

export function TagsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: Record<string, unknown>): void =>
    void navigate({ search: parseTagsSearch({ ...search, ...next }), replace: true });
  const shown = useInfiniteQuery({ ...tagsQuery(search), placeholderData: keepPreviousData });
  const counts = shown.data?.pages[0]?.counts;
  // Without any there is nothing to search.
  const hasTools = counts?.all !== 0 || search.q !== undefined;
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
      {hasTools && (
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
          {counts !== undefined && <Tabs search={search} counts={counts} />}
        </div>
      )}
      <PagedList query={tagsQuery(search)} what="The tags" empty={<Nothing search={search} onGo={go} />}>
        {(tags) => <TagLines tags={tags} search={search} total={counts?.[search.unused ? 'unused' : 'all']} />}
      </PagedList>
    </>
  );
}

type LinesProps = {
  readonly tags: readonly CountedTag[];
  readonly search: TagsSearch;
  readonly total: number | undefined;
};

function TagLines({ tags, search, total }: LinesProps): ReactNode {
  const selection = useListSelection(tags, JSON.stringify(search));
  return (
    <>
      <TagSelection selection={selection} tags={tags} search={search} total={total} />
      <SelectableLines label="Tags" selection={selection}>
        {tags.map((tag, at) => (
          <TagRow key={tag.id} tag={tag} at={at} isSelected={selection.ids.has(tag.id)} onGone={selection.drop} />
        ))}
      </SelectableLines>
    </>
  );
}

type TabsProps = { readonly search: TagsSearch; readonly counts: CountedTagPage['counts'] };

// What nothing carries is found at once, to be deleted together.
const Tabs = ({ search, counts }: TabsProps): ReactNode => (
  <nav aria-label="Which tags" className="filter-tabs tags-tabs">
    {([undefined, true] as const).map((unused) => (
      <Link
        key={String(unused)}
        to="/tags"
        search={parseTagsSearch({ ...search, unused })}
        replace
        className="filter-tab"
        // «All» is a part of the other address: it is the one without anything.
        activeOptions={{ exact: true, explicitUndefined: true }}
        data-current={unused === search.unused}
        aria-current={unused === search.unused ? 'page' : undefined}
      >
        {unused ? 'Unused' : 'All'} <span className="figures">{formatCount(unused ? counts.unused : counts.all)}</span>
      </Link>
    ))}
  </nav>
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
