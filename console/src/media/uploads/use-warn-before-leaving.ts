import { useEffect } from 'react';

// Closing the tab would end the uploads: the browser asks first.
export function useWarnBeforeLeaving(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUploading]);
}
