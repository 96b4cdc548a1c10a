import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { movedCrop, resizedCrop, turnedSize, type Corner, type Crop } from './crop.js';
import { drawTurned, type Edit } from './draw-picture.js';
import './picture.css';

type Props = {
  readonly picture: ImageBitmap;
  readonly edit: Edit;
  // Width by height, in parts of the picture; any when there is none.
  readonly shape: number | undefined;
  readonly onChange: (crop: Crop) => void;
};

const SHOWN_PX_MAX = 1200;
const CORNERS = ['nw', 'ne', 'sw', 'se'] as const;
const STEP = 0.02;

// The picture, and over it what is kept: moved and pulled by mouse and finger, and by the arrow keys.
export function CropBoard({ picture, edit: { turns, crop }, shape, onChange }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = turnedSize(picture, turns);
  const scale = Math.min(1, SHOWN_PX_MAX / Math.max(size.width, size.height));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    context.canvas.width = Math.round(size.width * scale);
    context.canvas.height = Math.round(size.height * scale);
    drawTurned(context, picture, turns, scale);
  }, [picture, turns, size.width, size.height, scale]);
  // From where it was taken: what was kept then, and how far the pointer went since, in parts of the picture.
  const pull = (event: PointerEvent<HTMLElement>, toCrop: (by: readonly [number, number]) => Crop): void => {
    const board = canvas.current?.getBoundingClientRect();
    if (board === undefined || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { currentTarget: part, clientX, clientY } = event;
    part.setPointerCapture(event.pointerId);
    const over = new AbortController();
    const follow = (to: globalThis.PointerEvent): void =>
      onChange(toCrop([(to.clientX - clientX) / board.width, (to.clientY - clientY) / board.height]));
    part.addEventListener('pointermove', follow, { signal: over.signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      part.addEventListener(end, () => over.abort(), { signal: over.signal });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onChange(event.shiftKey ? resizedCrop(crop, 'se', by, shape) : movedCrop(crop, ...by));
  };
  return (
    <div className="picture-board">
      <canvas ref={canvas} className="picture-canvas" aria-hidden />
      <button
        type="button"
        className="picture-crop"
        style={{
          left: `${crop.x * 100}%`,
          top: `${crop.y * 100}%`,
          width: `${crop.width * 100}%`,
          height: `${crop.height * 100}%`,
        }}
        aria-label="What is kept. Arrow keys move it, with Shift they change its size."
        onKeyDown={onKeyDown}
        onPointerDown={(event) => pull(event, ([x, y]) => movedCrop(crop, x, y))}
      >
        {CORNERS.map((corner: Corner) => (
          <span
            key={corner}
            className="picture-corner"
            data-corner={corner}
            aria-hidden
            onPointerDown={(event) => pull(event, (by) => resizedCrop(crop, corner, by, shape))}
          />
        ))}
      </button>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
