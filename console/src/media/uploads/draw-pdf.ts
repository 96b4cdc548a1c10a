import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist';

// The first page of a PDF as a picture, as sharp as a large screen wants it. Loaded only when somebody chooses one
// (convert-file.ts).
const LONGER_SIDE_PIXELS = 3840;
const JPEG_QUALITY = 0.92;

type DrawnPage = { readonly picture: Blob; readonly pages: number };

export async function drawPdf(file: Blob): Promise<DrawnPage> {
  const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const pdf = await getDocument({ data, worker }).promise;
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: LONGER_SIDE_PIXELS / Math.max(width, height) });
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.round(viewport.width),
      height: Math.round(viewport.height),
    });
    await page.render({ canvas, viewport, background: 'white' }).promise;
    const picture = await new Promise<Blob>((resolve, reject) => {
      const done = (jpeg: Blob | null): void => (jpeg === null ? reject(new Error('no room')) : resolve(jpeg));
      canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY);
    });
    return { picture, pages: pdf.numPages };
  } finally {
    worker.destroy();
    port.terminate();
  }
}
