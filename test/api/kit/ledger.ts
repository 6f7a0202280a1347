import * as v from 'valibot';

const Sums = v.object({ charges: v.number(), captured: v.number(), refunded: v.number() });
const Report = v.object({ orders: v.record(v.string(), Sums) });

/** The provider's ledger for one order: charges that took money, and yen captured and refunded. */
export type LedgerTotals = v.InferOutput<typeof Sums>;

/** The ledger of a sandbox, by order. */
export const ledgerAt = async (sandbox: string): Promise<Record<string, LedgerTotals>> => {
  const reply = await fetch(`${sandbox}/sandbox/ledger`);
  return v.parse(Report, await reply.json()).orders;
};
