import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { keepEmailLink } from './account/email-link.js';
import { parseActivitySearch } from './activity/activity-search.js';
import { parseCalendarSearch, parseCampaignsSearch } from './campaigns/campaigns-search.js';
import { parseMediaSearch } from './media/media-search.js';
import { parsePlaylistsSearch } from './playlists/playlists-search.js';
import { parseScreensSearch } from './screens/screens-search.js';
import { requireSignedIn, SIGN_IN_METHODS } from './session/require-signed-in.js';
import { parseAccountSearch, parseCompanySearch, parseSignInSearch } from './session/sign-in-search.js';
import { NotFoundPage, RouteError } from './shell/dead-ends.js';
import { followNavigation } from './shell/follow-navigation.js';
import { Shell } from './shell/shell.js';
import { keepAskedConnection } from './ui/asked-connection.js';
import { LoadingPage } from './ui/loading.js';
import { parseSearch } from './ui/parse-search.js';
import { parseTagsSearch } from './tags/tags-search.js';
import { parseWebhookSearch } from './webhooks/webhook-search.js';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseSignInSearch,
  component: lazyRouteComponent(() => import('./session/sign-in-page.js'), 'SignInPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  validateSearch: parseCompanySearch,
  component: lazyRouteComponent(() => import('./session/join-page.js'), 'JoinPage'),
});

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  component: lazyRouteComponent(() => import('./session/first-run-page.js'), 'FirstRunPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./session/forgot-page.js'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./session/reset-page.js'), 'ResetPage'),
});

// Its secret is kept for the page that uses it: the address of a sign-in that comes between must not have it.
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  beforeLoad({ location }) {
    keepEmailLink(location.hash);
    throw redirect({ to: '/account', hash: '', replace: true });
  },
});

const proved = createRoute({
  getParentRoute: () => root,
  path: '/proved',
  validateSearch: parseCompanySearch,
  component: lazyRouteComponent(() => import('./session/proved-page.js'), 'ProvedPage'),
});

const signInMethods = createRoute({
  getParentRoute: () => root,
  path: SIGN_IN_METHODS,
  validateSearch: parseSignInSearch,
  beforeLoad: ({ context, location }) => requireSignedIn(context, location),
  component: lazyRouteComponent(() => import('./session/sign-in-methods-page.js'), 'SignInMethodsPage'),
});

// Where assistants send people; what they ask for is kept for the page (asked-connection.ts).
const authorize = createRoute({ getParentRoute: () => root, path: '/authorize', beforeLoad: () => leadTo('/connect') });

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  beforeLoad: ({ context, location }) => requireSignedIn(context, location),
  component: lazyRouteComponent(() => import('./session/connect-page.js'), 'ConnectPage'),
});

// Where a second factor is set up that a merchant demands: nothing else of it opens before.
const SET_UP = '/account';

// Everything that needs somebody signed in.
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  async beforeLoad({ context, location }) {
    const { merchant } = await requireSignedIn(context, location);
    if (merchant?.needsSecondFactor === true && location.pathname !== SET_UP) {
      throw redirect({ to: SET_UP, replace: true });
    }
  },
});

function leadTo(to: '/today' | '/settings/merchant' | '/connect'): never {
  throw redirect({ to, replace: true });
}

const below = { getParentRoute: () => shell };

const home = createRoute({ ...below, path: '/', beforeLoad: () => leadTo('/today') });
const today = createRoute({
  ...below,
  path: '/today',
  component: lazyRouteComponent(() => import('./today/today-page.js'), 'TodayPage'),
});
const media = createRoute({
  ...below,
  path: '/media',
  validateSearch: parseMediaSearch,
  component: lazyRouteComponent(() => import('./media/media-page.js'), 'MediaPage'),
});
const mediaItem = createRoute({
  ...below,
  path: '/media/$id',
  component: lazyRouteComponent(() => import('./media/media-item-page.js'), 'MediaItemPage'),
});
const trash = createRoute({
  ...below,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash/trash-page.js'), 'TrashPage'),
});
const tags = createRoute({
  ...below,
  path: '/tags',
  validateSearch: parseTagsSearch,
  component: lazyRouteComponent(() => import('./tags/tags-page.js'), 'TagsPage'),
});
const playlists = createRoute({
  ...below,
  path: '/playlists',
  validateSearch: parsePlaylistsSearch,
  component: lazyRouteComponent(() => import('./playlists/playlists-page.js'), 'PlaylistsPage'),
});
const playlist = createRoute({
  ...below,
  path: '/playlists/$id',
  component: lazyRouteComponent(() => import('./playlists/playlist-page.js'), 'PlaylistPage'),
});
const campaigns = createRoute({
  ...below,
  path: '/campaigns',
  validateSearch: parseCampaignsSearch,
  component: lazyRouteComponent(() => import('./campaigns/campaigns-page.js'), 'CampaignsPage'),
});
const campaign = createRoute({
  ...below,
  path: '/campaigns/$lineageId',
  component: lazyRouteComponent(() => import('./campaigns/campaign-page.js'), 'CampaignPage'),
});
const calendar = createRoute({
  ...below,
  path: '/calendar',
  validateSearch: parseCalendarSearch,
  component: lazyRouteComponent(() => import('./campaigns/calendar-page.js'), 'CalendarPage'),
});
const screens = createRoute({
  ...below,
  path: '/screens',
  validateSearch: parseScreensSearch,
  component: lazyRouteComponent(() => import('./screens/screens-page.js'), 'ScreensPage'),
});
const activity = createRoute({
  ...below,
  path: '/activity',
  staticData: { forAdmins: true },
  validateSearch: parseActivitySearch,
  component: lazyRouteComponent(() => import('./activity/activity-page.js'), 'ActivityPage'),
});
const settings = createRoute({
  ...below,
  path: '/settings',
  beforeLoad: () => leadTo('/settings/merchant'),
});
const tokens = createRoute({
  ...below,
  path: '/settings/integrations',
  staticData: { forAdmins: true },
  component: lazyRouteComponent(() => import('./tokens/tokens-page.js'), 'TokensPage'),
});
const webhooks = createRoute({
  ...below,
  path: '/settings/integrations/webhooks',
  staticData: { forAdmins: true },
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.js'), 'WebhooksPage'),
});
const webhook = createRoute({
  ...below,
  path: '/settings/integrations/webhooks/$id',
  staticData: { forAdmins: true },
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.js'), 'WebhookPage'),
});
const merchant = createRoute({
  ...below,
  path: '/settings/merchant',
  component: lazyRouteComponent(() => import('./merchant/merchant-page.js'), 'MerchantPage'),
});
const people = createRoute({
  ...below,
  path: '/settings/people',
  staticData: { forAdmins: true },
  component: lazyRouteComponent(() => import('./people/people-page.js'), 'PeoplePage'),
});
const account = createRoute({
  ...below,
  path: '/account',
  validateSearch: parseAccountSearch,
  component: lazyRouteComponent(() => import('./account/account-page.js'), 'AccountPage'),
});
const unknown = createRoute({ ...below, path: '$', component: NotFoundPage });

const routeTree = root.addChildren([
  signIn,
  join,
  firstRun,
  forgot,
  reset,
  confirmEmail,
  proved,
  signInMethods,
  authorize,
  connect,
  shell.addChildren([
    home,
    today,
    media,
    mediaItem,
    trash,
    tags,
    playlists,
    playlist,
    campaigns,
    campaign,
    calendar,
    screens,
    activity,
    settings,
    tokens,
    webhooks,
    webhook,
    merchant,
    people,
    account,
    unknown,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  keepAskedConnection(window.location);
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0, // the query cache decides what is fresh
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
  });
  followNavigation(router);
  return router;
}
