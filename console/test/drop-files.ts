import type { Page } from 'playwright-core';
import type { TestFile } from './media-files.js';

// Runs in the page, whose types the tests do not have.
const TO_TRANSFER = `(files) => {
  const transfer = new DataTransfer();
  for (const { name, type, base64, zeros } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes, new Uint8Array(zeros)], name, { type }));
  }
  return transfer;
}`;

// As somebody drags files over the page and lets go; `over` looks at the page in between.
export async function dropFiles(page: Page, files: readonly TestFile[], over?: () => Promise<unknown>): Promise<void> {
  const plain = files.map(({ name, type, bytes, zeros = 0 }) => ({
    name,
    type,
    base64: bytes.toString('base64'),
    zeros,
  }));
  const dataTransfer = await page.evaluateHandle(`(${TO_TRANSFER})(${JSON.stringify(plain)})`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await over?.();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}
