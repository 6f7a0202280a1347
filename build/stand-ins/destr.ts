const refuse = (): never => {
  throw new Error('src/api/call.ts parses replies.');
};

/** Never called; the reason is beside `standIns` in vite.config.ts. */
export { refuse as default };
