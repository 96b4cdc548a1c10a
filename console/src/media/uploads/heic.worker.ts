import openLibheif, { type HeifImage } from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

// Makes a JPEG of an iPhone's picture, beside the page. Most browsers do not open these pictures by themselves, so the
// decoder comes along, when the first one is chosen. Here and not in the page it may also run: WebAssembly is forbidden
// there.
const PIXELS_MAX = 100_000_000;
const JPEG_QUALITY = 0.92;

async function toJpeg(file: Blob): Promise<Blob> {
  const { HeifDecoder } = await openLibheif();
  const [image] = new HeifDecoder().decode(await file.arrayBuffer());
  if (image === undefined) throw new Error('it holds no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > PIXELS_MAX) throw new Error('it is too large');
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(await display(image, new ImageData(width, height)), 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

// Turned as the camera was held.
const display = (image: HeifImage, empty: ImageData): Promise<ImageData> =>
  new Promise((resolve, reject) => {
    image.display(empty, (shown) => (shown === null ? reject(new Error('it is broken')) : resolve(shown)));
  });

globalThis.onmessage = async ({ data }: MessageEvent<Blob>) => {
  globalThis.postMessage(await toJpeg(data).catch(() => undefined));
};
