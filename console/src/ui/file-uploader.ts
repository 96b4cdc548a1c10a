import type { Media } from '@vitrine/contract/media';

// One file into the library; ends with its item, which may have been there before. Whoever uploads says how (the media
// folder does); pages that only pick media need not know.
type UploadFile = (file: File) => Promise<Media>;

let uploader: UploadFile | undefined;

export const provideUploader = (upload: UploadFile): void => void (uploader = upload);

export const findUploader = (): UploadFile | undefined => uploader;
