import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { readDurations, secondsLeft } from './results.mjs';

const interval = 15_000;

/** Prints how far a lane is every 15 s, and appends a line per test file to `file` (results.mjs). */
export class ProgressReporter implements Reporter {
  readonly #file: string;
  readonly #done = new Set<string>();
  #all: readonly string[] = [];
  #counts = { passed: 0, failed: 0 };
  #began = 0;
  #lane = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#all = specifications.map(({ project, moduleId }) => relative(project.config.root, moduleId));
    this.#lane = specifications[0]?.project.name.replace('-isolated', '') ?? '';
    this.#began = performance.now();
    const known = readDurations();
    this.#timer = setInterval(() => this.#print(known), interval);
  }

  onTestModuleEnd(module: TestModule): void {
    const name = module.relativeModuleId;
    const tests: Record<string, string> = {};
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      tests[test.fullName] = state;
      if (state === 'passed' || state === 'failed') this.#counts[state] += 1;
    }
    const { duration, collectDuration, environmentSetupDuration, setupDuration } = module.diagnostic();
    const seconds = (duration + collectDuration + environmentSetupDuration + setupDuration) / 1000;
    this.#done.add(name);
    appendFileSync(this.#file, `${JSON.stringify({ name, seconds, tests })}\n`);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #print(known: Record<string, number>): void {
    const elapsed = (performance.now() - this.#began) / 1000;
    const left = secondsLeft({ all: this.#all, done: this.#done, known, elapsed });
    const { passed, failed } = this.#counts;
    const rest = left === null ? '' : `, about ${Math.max(1, Math.round(left))} s left`;
    console.log(
      `  ${this.#lane}: ${this.#done.size} of ${this.#all.length} files, ${passed} passed, ${failed} failed${rest}`,
    );
  }
}
