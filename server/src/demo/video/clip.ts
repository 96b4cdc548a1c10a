import { type Canvas, newCanvas } from '../canvas.js';
import { drawBackdrop, drawMotif, type Poster } from '../poster.js';
import { encodeFrame, pictureParameters, sequenceParameters, type VideoSize } from './h264.js';
import { muxMp4, type Sample } from './mp4.js';

// A clip is one poster after another, each with its motif in motion.
export type Clip = VideoSize & { readonly slides: readonly Poster[]; readonly secondsPerSlide: number };

const FRAMES_PER_SECOND = 6;

export const clipSeconds = ({ slides, secondsPerSlide }: Clip): number => slides.length * secondsPerSlide;

export function makeClip(clip: Clip): Buffer {
  const samples = clip.slides.flatMap((slide, index) => slideSamples(clip, slide, index));
  return muxMp4({
    width: clip.width,
    height: clip.height,
    framesPerSecond: FRAMES_PER_SECOND,
    sequence: sequenceParameters(clip),
    picture: pictureParameters(),
    samples,
  });
}

// A slide begins with a key frame; the frames after it say only what moved.
function slideSamples({ width, height, secondsPerSlide }: Clip, slide: Poster, key: number): Sample[] {
  const backdrop = newCanvas(width, height);
  drawBackdrop(backdrop, slide);
  const samples: Sample[] = [];
  let [canvas, spare] = [newCanvas(width, height), newCanvas(width, height)];
  let before: Canvas | undefined;
  for (let index = 0; index < secondsPerSlide * FRAMES_PER_SECOND; index++) {
    canvas.pixels.set(backdrop.pixels);
    drawMotif(canvas, slide, index / FRAMES_PER_SECOND);
    samples.push({ data: encodeFrame(canvas, before, { index, key }), key: before === undefined });
    before = canvas;
    [canvas, spare] = [spare, canvas];
  }
  return samples;
}
