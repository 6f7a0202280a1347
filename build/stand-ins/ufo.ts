const refuse = (): never => {
  throw new Error('src/api/call.ts writes whole addresses.');
};

/** Never called; the reason is beside `standIns` in vite.config.ts. */
export { refuse as withBase, refuse as withQuery };
