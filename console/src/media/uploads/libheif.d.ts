// The part of libheif-js that is used here; it has types for its other builds alone.
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export type HeifImage = {
    get_width(): number;
    get_height(): number;
    display(into: ImageData, done: (shown: ImageData | null) => void): void;
  };
  export default function openLibheif(): Promise<{
    readonly HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifImage[] };
  }>;
}
