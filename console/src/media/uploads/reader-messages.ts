// What the page and its worker say to each other.
export type ToReader = { readonly file: File; readonly isPicture: boolean };

export type Looks = {
  readonly width: number;
  readonly height: number;
  readonly thumbnail: Blob | undefined;
};

export type FromReader =
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | { readonly kind: 'done'; readonly checksum: string; readonly picture: Looks | undefined }
  | { readonly kind: 'failed' };
