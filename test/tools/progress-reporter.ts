import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { readDurations, secondsLeft } from './durations.mjs';

const interval = 15_000;

/** Prints how far a lane is every 15 s, and appends a line per file with its duration to `file`. */
export class ProgressReporter implements Reporter {
  readonly #file: string;
  readonly #done = new Set<string>();
  #all: readonly string[] = [];
  #counts = { passed: 0, failed: 0 };
  #began = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#all = specifications.map(({ project, moduleId }) => relative(project.config.root, moduleId));
    this.#began = performance.now();
    const known = readDurations();
    this.#timer = setInterval(() => this.#print(known), interval);
  }

  onTestModuleEnd(module: TestModule): void {
    const name = module.relativeModuleId;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed' || state === 'failed') this.#counts[state] += 1;
    }
    const { duration, collectDuration, environmentSetupDuration, setupDuration } = module.diagnostic();
    const seconds = (duration + collectDuration + environmentSetupDuration + setupDuration) / 1000;
    this.#done.add(name);
    appendFileSync(this.#file, `${JSON.stringify([name, seconds])}\n`);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #print(known: Record<string, number>): void {
    const elapsed = (performance.now() - this.#began) / 1000;
    const left = secondsLeft({ all: this.#all, done: this.#done, known, elapsed });
    const { passed, failed } = this.#counts;
    const rest = left === null ? '' : `, about ${Math.max(1, Math.round(left))} s left`;
    console.log(`  ${this.#done.size} of ${this.#all.length} files, ${passed} passed, ${failed} failed${rest}`);
  }
}
