import { UploadError } from '@vitrine/client';

// Trying again would change nothing: the file itself is at fault.
export class BrokenFileError extends UploadError {}
