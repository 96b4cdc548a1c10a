import type { PresignedUpload } from './generated/types.js';
import type { Refusal, Sending } from './put-bytes.js';

// As much of the browser's own as is used here: the compiler knows Node's globals only.
type Xhr = {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
};
declare const XMLHttpRequest: new () => Xhr;

export function putWithXhr(target: PresignedUpload, file: Blob, { deadline, progress }: Sending): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => progress(loaded);
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    // The browser does not tell why; a TypeError is what fetch would throw.
    xhr.onerror = () => reject(new TypeError('the connection was lost or not allowed'));
    xhr.onabort = () => reject(new DOMException('This operation was aborted', 'AbortError'));
    deadline.signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(file);
  });
}
