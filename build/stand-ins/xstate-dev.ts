/** Does nothing; the reason is beside `standIns` in vite.config.ts. */
export const devToolsAdapter = (): void => undefined;
