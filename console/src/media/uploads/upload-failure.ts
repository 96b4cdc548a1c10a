// Why a file did not arrive, in words for the person who waits for it.
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
}
