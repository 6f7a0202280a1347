import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints the last line of every run: `N passed, N failed`. A file that does not load and an error outside a test count as failed.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const broken = states.filter((state) => state === 'failed').length;
      passed += states.filter((state) => state === 'passed').length;
      failed += broken === 0 && module.state() === 'failed' ? 1 : broken;
    }
    console.log(`${passed} passed, ${failed} failed`);
  }
}
