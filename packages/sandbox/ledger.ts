import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GmoNotice, GmoTrade } from './gmo/records.ts';
import type { SoftbankNotice, SoftbankPayment } from './softbank/records.ts';
import type { PaymentMethod } from './stripe/method-records.ts';
import type {
  Charge,
  ConfirmationToken,
  Dispute,
  PaymentIntent,
  Refund,
  StoredAnswer,
  StoredEvent,
} from './stripe/records.ts';

export type Rows = {
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  payment_method: PaymentMethod;
  confirmation_token: ConfirmationToken;
  event: StoredEvent;
  answer: StoredAnswer;
  gmo_trade: GmoTrade;
  gmo_notice: GmoNotice;
  softbank_payment: SoftbankPayment;
  softbank_notice: SoftbankNotice;
};
type Tables = { [Kind in keyof Rows]: Map<string, Rows[Kind]> };

const emptyTables = (): Tables => ({
  payment_intent: new Map(),
  charge: new Map(),
  refund: new Map(),
  dispute: new Map(),
  payment_method: new Map(),
  confirmation_token: new Map(),
  event: new Map(),
  answer: new Map(),
  gmo_trade: new Map(),
  gmo_notice: new Map(),
  softbank_payment: new Map(),
  softbank_notice: new Map(),
});

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The sandbox's storage. Rows are immutable and replaced whole. With a file each replacement is appended as a JSON line; a new
 * process replays them: the last line of an id wins, a line truncated by a crash is ignored.
 */
export function createLedger(file: string | null) {
  const tables = emptyTables();
  if (file !== null) {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) replay(tables, readFileSync(file, 'utf8'));
  }

  return {
    get: <Kind extends keyof Rows>(kind: Kind, id: string): Rows[Kind] | null => tables[kind].get(id) ?? null,
    /** All rows of a kind, oldest first. */
    all: <Kind extends keyof Rows>(kind: Kind): Rows[Kind][] => [...tables[kind].values()],
    put<Kind extends keyof Rows>(kind: Kind, row: Rows[Kind]): Rows[Kind] {
      tables[kind].set(row.id, row);
      if (file !== null) appendFileSync(file, `${JSON.stringify({ kind, row })}\n`);
      return row;
    },
    clear(): void {
      for (const table of Object.values(tables)) table.clear();
      if (file !== null) rmSync(file, { force: true });
    },
  };
}

function replay(tables: Tables, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const entry = JSON.parse(line);
      // The file is our own, so a row with a known kind and an id is not validated further.
      if (Object.hasOwn(tables, entry.kind) && typeof entry.row?.id === 'string') {
        restore(tables, entry.kind, entry.row);
      }
    } catch {
      // Truncated by a crash.
    }
  }
}

function restore<Kind extends keyof Rows>(tables: Tables, kind: Kind, row: Rows[Kind]): void {
  tables[kind].set(row.id, row);
}
