import { IconDeviceTv, IconDeviceTvOff, IconPhoto } from '@tabler/icons-react';
import type { Orientation, ScreenState } from '@vitrine/contract/screen-words';
import type { ReactNode } from 'react';
import './screen-picture.css';
import { useSignedUrl } from './use-signed-url.js';

type Props = {
  readonly state: ScreenState;
  readonly playing: { readonly thumbnailUrl: string | null } | null;
  readonly orientation?: Orientation;
  // The signature ran out while the page stood open: read the list again.
  readonly onBroken: () => void;
};

// A small television with what is on it. It is decoration: what it shows is said beside it.
export function ScreenPicture({ state, playing, orientation = 'landscape', onBroken }: Props): ReactNode {
  const { url, onError } = useSignedUrl(playing?.thumbnailUrl, onBroken);
  return (
    <div className="screen-picture" data-state={state} data-orientation={orientation} aria-hidden>
      <div className="screen-picture-glass">
        {url === undefined ? (
          <Sign state={state} isPlaying={playing !== null} />
        ) : (
          <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={onError} />
        )}
      </div>
    </div>
  );
}

function Sign({ state, isPlaying }: { readonly state: ScreenState; readonly isPlaying: boolean }): ReactNode {
  const Icon = isPlaying ? IconPhoto : state === 'off' ? IconDeviceTvOff : IconDeviceTv;
  return <Icon size={22} stroke={1.4} />;
}
