import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactElement, type ReactNode } from 'react';
import { createQueryClient } from './api/query-client.js';
import { uploadFile } from './media/uploads/upload-file.js';
import { useUploads } from './media/uploads/uploads.js';
import { createAppRouter } from './routes.js';
import { ProveAgain } from './session/prove-again.js';
import { SignInAgain } from './session/sign-in-again.js';
import { LeaveGuard } from './shell/leave-guard.js';
import { cssVariables, theme } from './theme.js';
import { provideUploader } from './ui/file-uploader.js';
import { lazyPart } from './ui/lazy-part.js';

const queryClient = createQueryClient();
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
  const isNeeded = useUploads().length > 0;
  // Pages that pick media upload by the same queue.
  useEffect(() => provideUploader(async (file) => (await uploadFile(file)).media), []);
  return (
    <>
      {children}
      <LeaveGuard />
      <SignInAgain />
      <ProveAgain />
      {isNeeded && (
        <Suspense fallback={null}>
          <UploadDock />
        </Suspense>
      )}
    </>
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
