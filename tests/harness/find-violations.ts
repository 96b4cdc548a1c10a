import axe from 'axe-core';
import type { Page } from 'playwright-core';

export type Violation = Pick<axe.Result, 'id'> & {
  readonly nodes: readonly Pick<axe.NodeResult, 'html' | 'failureSummary'>[];
};

// The page itself and frames of its own origin, which are all that are ours. Only what is wrong is asked for: to tell what
// is right of every element costs more than to find it. axe's own binding for Playwright reads its 600 KB into the page
// three times for each look; once for each document is enough.
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  const { origin } = new URL(page.url());
  for (const frame of page.frames().filter((one) => one === page.mainFrame() || one.url().startsWith(origin))) {
    const isThere = await frame.evaluate('typeof window.axe === "object"');
    if (isThere !== true)
      await frame.evaluate(`${axe.source}; void axe.configure({ allowedOrigins: ['<same_origin>'] })`);
  }
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({
      id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })))`,
  );
}
