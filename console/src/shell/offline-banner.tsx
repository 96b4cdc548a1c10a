import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';

// Said once, above the page. What could not be saved says so itself and stays where it was typed.
export function OfflineBanner(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, isConnected);
  return (
    <div role="status" className="shell-offline" data-shown={!isOnline}>
      {!isOnline && 'You are offline. What you type stays here: save it when the connection is back.'}
    </div>
  );
}

const subscribe = (then: () => void) => onlineManager.subscribe(then);
const isConnected = (): boolean => onlineManager.isOnline();
