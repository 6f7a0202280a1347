/** Runs programs one after another and adds up the counts in their last lines: `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onEnd } from '../../server/core/ending.mjs';
import { env, root } from '../../server/core/install.mjs';
import { startCpu } from './cpu.mjs';

export const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const red = [];
/** @type {string[]} */
const costs = [];
let allCpu = 0;

/** Programs write into a pipe, so a variable says whether the output is a terminal. Servers that tests start are compiled once. */
const shared = {
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
};

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
onEnd((signal) => {
  running?.kill(signal);
  process.exit(1);
});

/**
 * Runs one program, shows its output and adds its count; without a count it counts as one test.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra] more environment
 */
export const lane = async (title, program, args, extra = {}) => {
  console.log(`\n── ${title} ──`);
  const began = performance.now();
  const used = startCpu();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...env, ...shared, ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let tail = '';
  child.stdout.on('data', (part) => {
    process.stdout.write(part);
    tail = (tail + part).slice(-2000);
  });
  const ok = await new Promise((resolve) => {
    child.on('error', (error) => resolve(console.error(`${program}: ${error.message}`)));
    child.on('close', (code) => resolve(code === 0));
  });
  const count = [...tail.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const passed = count ? Number(count[1]) : Number(ok);
  const failed = Math.max(count ? Number(count[2]) : 0, ok ? 0 : 1);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) red.push(title);
  const cpu = used.end();
  allCpu += cpu;
  const cost = `${cpu.toFixed(1).padStart(7)} s CPU ${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${title}`;
  costs.push(cost);
  console.log(cost.trim());
};

/** Counts a lane that could not run as failed. @param {string} title @param {string} reason */
export const broken = (title, reason) => {
  console.log(`\n── ${title} ──\n${reason}`);
  total.failed += 1;
  red.push(title);
};

/** Prints the sum as the last line and exits accordingly. @returns {never} */
export const finish = () => {
  console.log(
    `\n${costs.join('\n')}\n${allCpu.toFixed(1).padStart(7)} s CPU in all, with every process that these started`,
  );
  if (red.length > 0) console.log(`\nFailed: ${red.join(', ')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
};
