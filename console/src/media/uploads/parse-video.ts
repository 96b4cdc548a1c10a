import { BlobSource, CanvasSink, Input, MP4, WEBM, type InputVideoTrack } from 'mediabunny';
import { drawThumbnail, frameMoment, thumbnailSize, type VideoFacts } from '../../ui/draw-thumbnail.js';

// The contract's names for what the library calls otherwise.
const CODECS: Readonly<Record<string, string>> = { avc: 'h264', hevc: 'h265' };

// Loaded only when somebody uploads a film (read-video.ts).
export async function parseVideo(file: File): Promise<VideoFacts> {
  const input = new Input({ formats: [MP4, WEBM], source: new BlobSource(file) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const durationSeconds = await input.computeDuration();
    if (track === null) return { looks: undefined, durationSeconds, codec: undefined };
    const codec = await track.getCodec();
    const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
    const thumbnail = await drawFrame(track, size, frameMoment(durationSeconds)).catch(() => undefined);
    return {
      looks: { ...size, thumbnail },
      durationSeconds,
      codec: codec === null ? undefined : (CODECS[codec] ?? codec),
    };
  } finally {
    input.dispose();
  }
}

type Size = { readonly width: number; readonly height: number };

async function drawFrame(track: InputVideoTrack, size: Size, seconds: number): Promise<Blob | undefined> {
  if (!(await track.canDecode())) return undefined;
  const small = thumbnailSize(size);
  const sink = new CanvasSink(track, { ...small, fit: 'fill' });
  const start = await track.getFirstTimestamp();
  const frame = await sink.getCanvas(Math.max(start, seconds));
  return frame === null ? undefined : drawThumbnail(frame.canvas, small);
}
