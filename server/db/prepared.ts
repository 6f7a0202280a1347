import { type PGlite, types } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import { DatabaseError, serialize } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';
import { reportProgress } from '#server/core/watchdog.ts';
import { checkRoom, type DiskWatch } from './disk.ts';

/** The part of PGlite that Kysely needs. */
type KyselyPglite = Exclude<PGliteDialectConfig['pglite'], (...args: never) => unknown>;

type Statement = { name: string; parameters: number[]; fields: { name: string; dataTypeID: number }[] };

const { parse, describe, bind, execute, close, sync } = serialize;

/** Largest number of prepared statements; lists of different lengths make new ones. */
const maxStatements = 500;

/** Only these are prepared: DDL invalidates plans, and runs rarely. */
const isPreparable = (sql: string): boolean =>
  /^\s*(\/\* \w+ \*\/ )?(select|insert|update|delete|with|begin|commit|rollback|vacuum)\b/i.test(sql);

/** A statement without parameters that is not prepared. */
const plain = (text: string): Buffer[] => [parse({ text }), bind({}), execute({})];

/** Number of affected rows, from the command tag. */
const affectedIn = (tag: string): number | undefined => {
  const [, count] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag) ?? [];
  return count === undefined ? undefined : Number(count);
};

/**
 * Wraps PGlite for Kysely and is several times as fast: a statement is parsed and planned once, then executed in one message
 * instead of five (PostgreSQL extended query protocol). `pg-protocol` encodes and decodes the messages; values and rows are
 * converted as PGlite does. Nothing else may use a transaction on this PGlite meanwhile. Writes throw DatabaseUnavailable while the
 * disk is full.
 */
export const prepared = (pglite: PGlite, disk: DiskWatch): KyselyPglite => {
  const statements = new Map<string, Statement>();
  let made = 0;

  const parser = new Parser();

  /** Throws the first error in the replies; the statements after it were not executed. */
  const send = async (...parts: Buffer[]): Promise<BackendMessage[]> => {
    const messages: BackendMessage[] = [];
    let error: DatabaseError | undefined;
    const collect = (message: BackendMessage) => {
      if (message instanceof DatabaseError) error ??= message;
      else messages.push(message);
    };
    await pglite.execProtocolRawStream(Buffer.concat([...parts, sync()]), {
      // neither a folder nor memory needs syncing; PGlite reuses the buffer, hence the copy
      syncToFs: false,
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), collect),
    });
    reportProgress();
    if (error) throw error;
    return messages;
  };

  /* Evicts the oldest; a frequently used statement is soon prepared again. */
  const makeRoom = async (): Promise<void> => {
    const [oldest] = statements;
    if (!oldest || statements.size < maxStatements) return;
    statements.delete(oldest[0]);
    await send(close({ type: 'S', name: oldest[1].name }));
  };

  const prepare = async (text: string): Promise<Statement> => {
    const known = statements.get(text);
    if (known) return known;
    await makeRoom();
    made += 1;
    const name = `s${made}`;
    const statement: Statement = { name, parameters: [], fields: [] };
    for (const message of await send(parse({ name, text }), describe({ type: 'S', name }))) {
      if (message instanceof ParameterDescriptionMessage) statement.parameters = message.dataTypeIDs;
      if (message instanceof RowDescriptionMessage) statement.fields = message.fields;
    }
    statements.set(text, statement);
    return statement;
  };

  const textOf = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serialize = pglite.serializers[type ?? 0];
    return serialize ? serialize(value) : String(value);
  };

  /** `before`: statements to send in the same message. */
  const run = async (text: string, values: readonly unknown[], before: Buffer[] = []) => {
    const { name, parameters, fields } = await prepare(text);
    const texts = values.map((value, at) => textOf(value, parameters[at]));
    const rows = [];
    let tag = '';
    for (const message of await send(...before, bind({ statement: name, values: texts }), execute({}))) {
      if (message instanceof CommandCompleteMessage) tag = message.text;
      if (message instanceof DataRowMessage)
        rows.push(
          Object.fromEntries(
            fields.map((field, at): unknown[] => [
              field.name,
              types.parseType(message.fields[at] ?? null, field.dataTypeID, pglite.parsers),
            ]),
          ),
        );
    }
    const affectedRows = affectedIn(tag);
    return { rows, fields, ...(affectedRows === undefined ? {} : { affectedRows }) };
  };

  /** Runs DDL, which invalidates the plans of all prepared statements. */
  const runUnprepared = async <T>(text: string, values: readonly unknown[]) => {
    const names = [...statements.values()].map(({ name }) => close({ type: 'S', name }));
    statements.clear();
    await send(...names);
    return pglite.query<T>(text, [...values]).finally(reportProgress);
  };

  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: async <T>(text: string, values: readonly unknown[] = []) => {
      checkRoom(disk, text, 'alone');
      return isPreparable(text) ? run(text, values) : runUnprepared<T>(text, values);
    },
    transaction: async (work) => {
      let hasBegun = false;
      const end = async (text: 'commit' | 'rollback') => {
        if (!hasBegun) return;
        hasBegun = false;
        const replies = await send(...plain(text));
        /* After a failed statement a COMMIT becomes a ROLLBACK; Kysely recognises that by the error code that PGlite uses. */
        const tags = replies.map((reply) => reply instanceof CommandCompleteMessage && reply.text);
        if (!tags.includes(text.toUpperCase()))
          throw Object.assign(new DatabaseError('Rolled back instead of committed', 0, 'error'), { code: '25P02' });
      };
      try {
        const done = await work({
          query: async <T>(text: string, values: readonly unknown[] = []) => {
            checkRoom(disk, text, hasBegun ? 'inside' : 'begin');
            const begin = hasBegun ? [] : plain('begin');
            hasBegun = true;
            if (isPreparable(text)) return run(text, values, begin);
            if (begin.length > 0) await send(...begin);
            return runUnprepared<T>(text, values);
          },
          rollback: () => end('rollback'),
        });
        await end('commit');
        return done;
      } catch (thrown) {
        await end('rollback');
        throw thrown;
      }
    },
  };
};
