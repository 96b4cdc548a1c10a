import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Prints the totals in one line and names every skipped test, so that no test is skipped in silence. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class SummaryReporter implements Reporter {
  #isNarrowed = false;

  onInit({ config }: Vitest): void {
    // With -t, vitest skips every test whose title does not match.
    this.#isNarrowed = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => stateOf(test) === 'skipped');
    const named = this.#isNarrowed ? [] : skipped;
    if (named.length > 0) console.log('\nSkipped on this machine:');
    for (const test of named) console.log(`  ${relative('', test.module.moduleId)} > ${test.fullName}`);
    const count = (state: string) => tests.filter((test) => stateOf(test) === state).length;
    console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${skipped.length} skipped`);
  }
}

const stateOf = (test: TestCase) => test.result().state;
