import { BrokenFileError } from './broken-file-error.js';

// What people have and screens do not show, as something that they do: an iPhone's pictures and films, and the first page
// of a PDF. It is done in this browser; the library is given the new file alone.
export type Convertible = 'heic' | 'mov' | 'pdf';

const HEAD_BYTES = 12;
const HEIC = /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/;

// By its first bytes; undefined for everything that is taken or refused as it is.
export async function findConvertible(file: Blob): Promise<Convertible | undefined> {
  const bytes = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  const head = String.fromCharCode(...new Uint8Array(bytes));
  if (head.startsWith('%PDF-')) return 'pdf';
  if (HEIC.test(head.slice(4))) return 'heic';
  return head.slice(4, 10) === 'ftypqt' ? 'mov' : undefined;
}

export async function convertFile(file: File, kind: Convertible): Promise<File> {
  switch (kind) {
    case 'heic':
      return renamed(file, await toJpeg(file), '.jpg');
    case 'mov':
      return renamed(file, await toMp4(file), '.mp4');
    case 'pdf':
      return toFirstPage(file);
  }
}

// The same file gives the same bytes, so its date goes along: the list tells files apart by it.
const renamed = (file: File, bytes: Blob, ending: string): File =>
  new File([bytes], file.name.replace(/\.[a-z0-9]{1,5}$/i, '') + ending, {
    type: bytes.type,
    lastModified: file.lastModified,
  });

const HEIC_BYTES_MAX = 100 * 1024 ** 2;
const NOT_JPEG = 'This iPhone picture (HEIC) is broken or too large to be opened here: save it as JPEG first.';

function toJpeg(file: File): Promise<Blob> {
  if (file.size > HEIC_BYTES_MAX) throw new BrokenFileError(NOT_JPEG);
  const worker = new Worker(new URL('./heic.worker.js', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    const refuse = (): void => reject(new BrokenFileError(NOT_JPEG));
    worker.addEventListener('error', refuse);
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | undefined>) =>
      data === undefined ? refuse() : resolve(data),
    );
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

// It is written anew in memory.
const MOV_BYTES_MAX = 256 * 1024 ** 2;
const NOT_MP4 = 'This QuickTime film cannot be made an MP4 here: save it as MP4 (H.264) first.';

// Another box around the same pictures and sound: nothing is encoded anew, so nothing is lost.
async function toMp4(file: File): Promise<Blob> {
  if (file.size > MOV_BYTES_MAX) throw new BrokenFileError(NOT_MP4);
  try {
    return await (await import('./remux-film.js')).remuxFilm(file);
  } catch {
    throw new BrokenFileError(NOT_MP4);
  }
}

const PDF_BYTES_MAX = 100 * 1024 ** 2;
const NOT_A_PAGE = 'The first page of this PDF cannot be drawn here: save it as a JPEG or PNG picture first.';

// Its name says that there was more.
async function toFirstPage(file: File): Promise<File> {
  if (file.size > PDF_BYTES_MAX) throw new BrokenFileError(NOT_A_PAGE);
  try {
    const { picture, pages } = await (await import('./draw-pdf.js')).drawPdf(file);
    return renamed(file, picture, pages === 1 ? '.jpg' : `, page 1 of ${pages}.jpg`);
  } catch {
    throw new BrokenFileError(NOT_A_PAGE);
  }
}
