import type { MediaType } from '@vitrine/contract/media';
import type { UploadRequest, UploadWarning, WarningCode } from '@vitrine/contract/uploads';

// What the merchant's screens can play.
type Screens = { readonly codecs: readonly string[]; readonly maxWidth: number; readonly maxHeight: number };

// What a file says of itself. A codec that is empty was not told.
type Described = Pick<UploadRequest, 'codec' | 'width' | 'height'> & { readonly mimeType: string };

// Told to the uploader, never in the way (decisions, Uploads).
export function warningsFor(request: Described, screens: Screens): UploadWarning[] {
  if (!request.mimeType.startsWith('video/')) return [];
  return [
    containerWarning(request, screens),
    codecWarning(request, screens),
    resolutionWarning(request, screens),
  ].flat();
}

export type WarnedRow = {
  readonly type: MediaType;
  readonly is_playable: boolean;
  // Null for a web page.
  readonly mime_type: string | null;
  // Null where nobody was asked; empty where the upload named none.
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly screen_codecs: readonly string[];
  readonly screen_max_width: number;
  readonly screen_max_height: number;
};

// What the screens will make of a stored item. Of a file whose upload was never asked for its codec, that is not held
// against it.
export function warningsOf(row: WarnedRow): UploadWarning[] {
  const { mime_type: mimeType, codec, width, height } = row;
  if (mimeType === null) return [];
  if (!row.is_playable) return playableWarning(row);
  const screens = { codecs: row.screen_codecs, maxWidth: row.screen_max_width, maxHeight: row.screen_max_height };
  const warnings = warningsFor({ mimeType, codec, width, height }, screens);
  return codec === null ? warnings.filter(({ code }) => code !== 'codec_unknown') : warnings;
}

/** The warning about a file whose first bytes are those of no image or video that screens can play. */
export function playableWarning({ type, is_playable }: Pick<WarnedRow, 'type' | 'is_playable'>): UploadWarning[] {
  if (is_playable) return [];
  return warning(
    'not_playable',
    type === 'video'
      ? 'The file is not an MP4 or WebM video. Screens probably cannot play it.'
      : 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.',
  );
}

const CONTAINER_CODECS: Readonly<Record<string, readonly string[]>> = {
  'video/mp4': ['h264', 'h265', 'av1', 'vp9', 'mpeg4'],
  'video/webm': ['vp8', 'vp9', 'av1'],
};

function containerWarning({ mimeType }: Described, { codecs }: Screens): UploadWarning[] {
  const fitting = CONTAINER_CODECS[mimeType] ?? [];
  if (codecs.some((codec) => fitting.includes(toCodecName(codec)))) return [];
  const name = mimeType.slice('video/'.length);
  return warning(
    'container_not_supported',
    codecs.length === 0
      ? "The merchant's screens play no video: they will skip this one."
      : `The merchant's screens play ${toSeries(codecs)}, none of which comes in a ${name} file: they will skip this video.`,
  );
}

function codecWarning({ codec }: Described, { codecs }: Screens): UploadWarning[] {
  const played = toSeries(codecs);
  if (codec === undefined || codec === null || codec.trim() === '') {
    const what =
      played === '' ? 'no video: they will skip this one.' : `${played}; they will skip a video of any other codec.`;
    return warning(
      'codec_unknown',
      `The upload does not say which codec the video uses. The merchant's screens play ${what}`,
    );
  }
  if (codecs.map(toCodecName).includes(toCodecName(codec))) return [];
  return warning(
    'codec_not_supported',
    played === ''
      ? "The merchant's screens play no video, whatever its codec: they will skip this one."
      : `The merchant's screens play ${played} but not ${codec.trim()}: they will skip this video.`,
  );
}

const toSeries = (codecs: readonly string[]): string =>
  codecs.length < 2 ? codecs.join('') : `${codecs.slice(0, -1).join(', ')} and ${codecs.at(-1)}`;

// Screens hang upright too, so the longer side is compared with the longer.
function resolutionWarning({ width, height }: Described, { maxWidth, maxHeight }: Screens): UploadWarning[] {
  const [w, h] = [width ?? 0, height ?? 0];
  const isWithin = Math.max(w, h) <= Math.max(maxWidth, maxHeight) && Math.min(w, h) <= Math.min(maxWidth, maxHeight);
  if (isWithin) return [];
  return warning(
    'resolution_above_screens',
    `The video ${sides(w, h)} and the merchant's screens show ${maxWidth} × ${maxHeight}: they will scale it down, and slow ones may stutter.`,
  );
}

// A side that the client left out is 0 here.
function sides(w: number, h: number): string {
  if (h === 0) return `is ${w} pixels wide`;
  return w === 0 ? `is ${h} pixels high` : `has ${w} × ${h} pixels`;
}

const warning = (code: WarningCode, message: string): UploadWarning[] => [{ code, message }];

const CODEC_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(h\.?264|avc|avc[13]\b.*|x264)$/, 'h264'],
  [/^(h\.?265|hevc|hvc1\b.*|hev1\b.*|x265)$/, 'h265'],
  [/^(vp0?8|vp08\..*|v_vp8)$/, 'vp8'],
  [/^(vp0?9|vp09\..*|v_vp9)$/, 'vp9'],
  [/^(av0?1|av01\..*|v_av1)$/, 'av1'],
];

// `avc1.64001f`, `H.264` and `x264` are one codec.
function toCodecName(codec: string): string {
  const text = codec.trim().toLowerCase();
  return CODEC_NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
