import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { meQuery } from '../api/me.js';
import { Brand } from '../ui/brand.js';
import { keepFor } from '../ui/kept-drafts.js';
import { LinkAnchor } from '../ui/links.js';
import { useKeptColours } from '../ui/use-colours.js';
import { AloneFrame, NoMerchantPage, NotAllowedPage } from './dead-ends.js';
import { MerchantSwitcher } from './merchant-switcher.js';
import { Navigation } from './navigation.js';
import { PersonMenu } from './person-menu.js';
import { Shortcuts } from './shortcuts.js';
import './shell.css';
import { useKeptFocus } from './use-kept-focus.js';

// The frame of every page below it: the bar, the menu, and one page.
export function Shell(): ReactNode {
  const { data: me } = useQuery(meQuery);
  useKeptFocus();
  useKeptColours(me?.person.colourScheme);
  const [isOpen, menu] = useDisclosure();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const { close } = menu;
  useEffect(() => close(), [path, close]);
  const personId = me?.person.id;
  useEffect(() => {
    if (personId !== undefined) keepFor(personId);
  }, [personId]);
  const needsSecondFactor = me?.merchant?.needsSecondFactor === true;
  useEffect(() => {
    if (needsSecondFactor && path !== '/account') void navigate({ to: '/account', replace: true });
  }, [needsSecondFactor, path, navigate]);
  if (me === undefined) return null;
  if (me.merchant === null) return path === '/account' ? <AloneFrame /> : <NoMerchantPage me={me} />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
      classNames={{ header: 'shell-header', navbar: 'shell-navbar' }}
    >
      <a className="shell-skip" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isOpen}
              aria-controls="menu"
            />
            <LinkAnchor to="/today" underline="never" c="inherit" aria-label="Vitrine, to today">
              <Brand />
            </LinkAnchor>
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <MerchantSwitcher me={me} />
            <PersonMenu me={me} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="menu" p="sm" aria-label="Menu" data-open={isOpen}>
        <Navigation isAdmin={me.merchant.role !== 'staff'} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className="shell-main">
        <OfflineBanner />
        <Shortcuts isAdmin={me.merchant.role !== 'staff'} />
        {/* Nothing that a page holds of one merchant is there for the next. */}
        <Page key={me.merchant.merchantId} isAdmin={me.merchant.role !== 'staff'} />
      </AppShell.Main>
    </AppShell>
  );
}

function Page({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const isForAdmins = useMatches({ select: (matches) => matches.some((match) => match.staticData.forAdmins === true) });
  return <div className="shell-page">{isForAdmins && !isAdmin ? <NotAllowedPage /> : <Outlet />}</div>;
}

// Said once, above the page. What could not be saved says so itself and stays where it was typed.
function OfflineBanner(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, isConnected);
  return (
    <div role="status" className="shell-offline" data-shown={!isOnline}>
      {!isOnline && 'You are offline. What you type stays here: save it when the connection is back.'}
    </div>
  );
}

const subscribe = (then: () => void) => onlineManager.subscribe(then);
const isConnected = (): boolean => onlineManager.isOnline();
