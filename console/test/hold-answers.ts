import type { Page } from 'playwright-core';

// What is sent there by this method is done at once, and its answer waits for `answer()`.
export async function holdAnswers(page: Page, address: string, method: string) {
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => void (answer = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    const response = await route.fetch();
    await isAnswered;
    return route.fulfill({ response });
  });
  return { sent: page.waitForRequest((request) => request.method() === method), answer };
}

// The first that is sent there by this method is done, and its answer is lost on the way.
export async function loseFirstAnswer(page: Page, address: string, method: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}
