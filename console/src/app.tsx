import { localStorageColorSchemeManager, MantineProvider, Modal } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { VitrineError } from '@vitrine/client';
import { Suspense, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { onProofRequired } from './api/call.js';
import { uploadFile } from './media/uploads/upload-file.js';
import { idUnderWay } from './media/uploads/upload.js';
import { useUploads } from './media/uploads/uploads.js';
import { createAppRouter } from './routes.js';
import { SignInAgain } from './session/sign-in-again.js';
import { LeaveGuard } from './shell/leave-guard.js';
import { cssVariables, theme } from './theme.js';
import { provideUploader } from './ui/file-uploader.js';
import { lazyPart } from './ui/lazy-part.js';
import { LoadingRows } from './ui/loading.js';
import { SentFromHere } from './ui/sent-from-here.js';

const TRIES_MAX = 2;
const FRESH_MS = 30_000;

// What the server refused it will refuse again; only faults on the way are worth another try. No status: no answer came.
const isWorthRetrying = (failures: number, thrown: unknown): boolean =>
  failures < TRIES_MAX && navigator.onLine && (!(thrown instanceof VitrineError) || (thrown.status ?? 500) >= 500);

const queryClient: QueryClient = new QueryClient({
  // The merchant demands a second factor since a moment ago: the shell leads to where one is set up.
  queryCache: new QueryCache({
    onError: (thrown) => {
      const isShut = thrown instanceof VitrineError && thrown.code === 'second_factor_required';
      if (isShut) void queryClient.invalidateQueries({ queryKey: ['getMe'] });
    },
  }),
  defaultOptions: {
    // Offline is a failure like any other, told at once: kept back until the connection returns, a save would seem to run
    // for ever, and arrive by surprise.
    queries: { retry: isWorthRetrying, staleTime: FRESH_MS, networkMode: 'always', refetchOnReconnect: true },
    // A write that may have been done is not repeated behind the person's back.
    mutations: { retry: false, networkMode: 'always' },
  },
});
const router = createAppRouter(queryClient);
const colorSchemeManager = localStorageColorSchemeManager({ key: 'vitrine.colour-scheme' });

export function App({ nonce }: { readonly nonce: string }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" autoClose={6000} />
        <RouterProvider router={router} InnerWrap={AroundPages} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const UploadDock = lazyPart(async () => (await import('./media/upload-dock.js')).UploadDock);

// Round every page: what asks before one is left, and the dock, which is there as long as something is uploaded, and its
// code not before.
function AroundPages({ children }: { readonly children: ReactNode }): ReactElement {
  const uploads = useUploads();
  const sentFromHere = useMemo(() => new Set(uploads.flatMap(idUnderWay)), [uploads]);
  // Pages that pick media upload by the same queue.
  useEffect(() => provideUploader(async (file) => (await uploadFile(file)).media), []);
  return (
    <>
      <SentFromHere value={sentFromHere}>{children}</SentFromHere>
      <LeaveGuard />
      <SignInAgain />
      <ProveAgain />
      {uploads.length > 0 && (
        <Suspense fallback={null}>
          <UploadDock />
        </Suspense>
      )}
    </>
  );
}

type Answer = (isProved: boolean) => void;

const ProofWays = lazyPart(async () => (await import('./session/proof-ways.js')).ProofWays);

// Over the page when something dangerous is asked for and the last proof of who it is was a while ago. What was typed is
// still there behind it, and the call goes out again. Who closes it is told that nothing was done.
function ProveAgain(): ReactNode {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(() => {
    onProofRequired(() => new Promise((resolve) => setWaiting((before) => [...before, resolve])));
  }, []);
  const answer = (isProved: boolean): void => {
    setWaiting([]);
    waiting.forEach((resolve) => resolve(isProved));
  };
  return (
    <Modal opened={waiting.length > 0} onClose={() => answer(false)} title="Is it you?" zIndex={340}>
      <Suspense fallback={<LoadingRows count={2} />}>
        <ProofWays onProved={() => answer(true)} onCancel={() => answer(false)} />
      </Suspense>
    </Modal>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    // Staff see a page that says so instead.
    readonly forAdmins?: boolean;
  }
}
