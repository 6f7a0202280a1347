import type { MethodModule } from './method.ts';

/** Nothing to pay: no form, no script; the server checks that its own total is 0. */
export const free: MethodModule = { needsForm: false };
