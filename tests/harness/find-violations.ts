import axe from 'axe-core';
import type { Page } from 'playwright-core';

export type Violation = Pick<axe.Result, 'id'> & {
  readonly nodes: readonly Pick<axe.NodeResult, 'html' | 'failureSummary'>[];
};

export type Asked = {
  // Only what is within this, by its CSS.
  readonly part?: string | undefined;
  // Only what follows colours and sizes: the rest was asked before, of the same elements.
  readonly isLookOnly?: boolean;
};

const LOOK_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

// The page itself and frames of its own origin, which are all that are ours. Only what is wrong is asked for: to tell what
// is right of every element costs more than to find it. axe's own binding for Playwright reads its 600 KB into the page
// three times for each look; once for each document is enough.
export async function findViolations(page: Page, asked: Asked = {}): Promise<readonly Violation[]> {
  const { origin } = new URL(page.url());
  for (const frame of page.frames().filter((one) => one === page.mainFrame() || one.url().startsWith(origin))) {
    const isThere = await frame.evaluate('typeof window.axe === "object"');
    if (isThere !== true)
      await frame.evaluate(`${axe.source}; void axe.configure({ allowedOrigins: ['<same_origin>'] })`);
  }
  const { part, isLookOnly = false } = asked;
  const context = part === undefined ? 'document' : JSON.stringify({ include: [[part]] });
  const options = { resultTypes: ['violations'], ...(isLookOnly && { runOnly: { type: 'rule', values: LOOK_RULES } }) };
  return page.evaluate<readonly Violation[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({
      id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })))`,
  );
}
