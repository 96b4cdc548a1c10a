import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceTv, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ScreenList } from '@vitrine/contract/screens';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { AddDialog } from './add-dialog.js';
import { ScreenAddress } from './screen-address.js';
import { ScreenRows } from './screen-rows.js';
import { fullAt, fullWords } from './screen-words.js';
import './screens.css';
import { screensQuery } from './use-screens.js';

const route = getRouteApi('/shell/screens');

// What hangs in the shop, and what is on each. It follows them while it stands open.
export function ScreensPage(): ReactNode {
  const { q = '', code } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(screensQuery);
  const [isAdding, adding] = useDisclosure(false);
  const close = (): void => {
    adding.close();
    if (code !== undefined) void navigate({ search: { q: q === '' ? undefined : q }, replace: true });
  };
  const add = <AddButton list={query.data} onClick={adding.open} />;
  const search = (text: string): void => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  return (
    <>
      <PageHeader
        title="Screens"
        description="Any television, stick, tablet or computer with a browser plays what you publish."
        actions={add}
      />
      <Loaded query={query} what="The screens" loading={<LoadingRows count={3} />}>
        {(list) =>
          list.items.length === 0 ? (
            <NoScreens action={add} />
          ) : (
            <ScreenRows screens={list.items} q={q} onSearch={search} />
          )
        }
      </Loaded>
      <AddDialog
        opened={isAdding || code !== undefined}
        code={code}
        fullAt={query.data && fullAt(query.data)}
        onClose={close}
      />
    </>
  );
}

const NoScreens = ({ action }: { readonly action: ReactNode }): ReactNode => (
  <EmptyState icon={IconDeviceTv} title="No screen yet" action={action}>
    <Stack component="span" gap="sm" align="center">
      <span>
        Open this address in the browser of a television. It shows six characters: add the screen with them, and it
        plays what runs within seconds.
      </span>
      <ScreenAddress justify="center" />
    </Stack>
  </EmptyState>
);

type AddProps = { readonly list: ScreenList | undefined; readonly onClick: () => void };

function AddButton({ list, onClick }: AddProps): ReactNode {
  const most = list && fullAt(list);
  return (
    <div>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={list === undefined || most !== undefined}
        onClick={onClick}
      >
        Add a screen
      </Button>
      {most !== undefined && (
        <Quiet size="xs" mt={4} maw="16rem">
          {fullWords(most)}
        </Quiet>
      )}
    </div>
  );
}
