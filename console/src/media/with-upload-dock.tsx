import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { useUploads } from './uploads/uploads.js';

const UploadDock = lazy(async () => ({ default: (await import('./upload-dock.js')).UploadDock }));

// Round every page: the dock is there as long as something is uploaded, and its code not before.
export function WithUploadDock({ children }: { readonly children: ReactNode }): ReactElement {
  const isNeeded = useUploads().length > 0;
  return (
    <>
      {children}
      {isNeeded && (
        <Suspense fallback={null}>
          <UploadDock />
        </Suspense>
      )}
    </>
  );
}
