import { type PGlite, types } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import { DatabaseError, serialize } from 'pg-protocol';
import type { BackendMessage } from 'pg-protocol/dist/messages.js';
import {
  CommandCompleteMessage,
  DataRowMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';

/** What Kysely needs of a PGlite. */
type Asked = Exclude<PGliteDialectConfig['pglite'], (...given: never) => unknown>;

type Statement = { name: string; parameters: number[]; fields: { name: string; dataTypeID: number }[] };

const { parse, describe, bind, execute, close, sync } = serialize;

/** Statements the database keeps prepared; lists of different lengths make new ones. */
const most = 500;

/** Only these are prepared: what shapes tables makes plans stale, and runs rarely. */
const isKept = (sql: string): boolean => /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i.test(sql);

/** A statement without values, asked once. */
const plain = (text: string): Buffer[] => [parse({ text }), bind({}), execute({})];

/** Rows an INSERT, UPDATE or DELETE touched, as its tag ends with them. */
const touched = (tag: string): number | undefined => {
  const [, count] = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.*?(\d+)$/.exec(tag) ?? [];
  return count === undefined ? undefined : Number(count);
};

/**
 * In: an open PGlite, in a folder or in memory. Out: the same to Kysely, several times as fast: a statement is parsed and planned
 * once, and then asked in one message instead of five (the extended query protocol, external standard: keep). The package by which
 * node-postgres speaks it writes and reads the messages; values become text and rows values as PGlite does it. Nobody else may use
 * a transaction on it at the same time.
 */
export const prepared = (pglite: PGlite): Asked => {
  const kept = new Map<string, Statement>();
  let made = 0;

  const parser = new Parser();

  /** Throws the first error that is answered; what was asked after it was not done. */
  const send = async (...parts: Buffer[]): Promise<BackendMessage[]> => {
    const told: BackendMessage[] = [];
    let error: DatabaseError | undefined;
    const hear = (message: BackendMessage) => {
      if (message instanceof DatabaseError) error ??= message;
      else told.push(message);
    };
    await pglite.execProtocolRawStream(Buffer.concat([...parts, sync()]), {
      // a folder and the memory need no bringing in line; the bytes are the database's own, and used again
      syncToFs: false,
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), hear),
    });
    if (error) throw error;
    return told;
  };

  /* The oldest goes; what is asked often is soon there again. */
  const makeRoom = async (): Promise<void> => {
    const [oldest] = kept;
    if (!oldest || kept.size < most) return;
    kept.delete(oldest[0]);
    await send(close({ type: 'S', name: oldest[1].name }));
  };

  const prepare = async (text: string): Promise<Statement> => {
    const known = kept.get(text);
    if (known) return known;
    await makeRoom();
    made += 1;
    const name = `s${made}`;
    const statement: Statement = { name, parameters: [], fields: [] };
    for (const message of await send(parse({ name, text }), describe({ type: 'S', name }))) {
      if (message instanceof ParameterDescriptionMessage) statement.parameters = message.dataTypeIDs;
      if (message instanceof RowDescriptionMessage) statement.fields = message.fields;
    }
    kept.set(text, statement);
    return statement;
  };

  const textOf = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serialize = pglite.serializers[type ?? 0];
    return serialize ? serialize(value) : String(value);
  };

  /** `before`: what is asked in the same message. */
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
    const affectedRows = touched(tag);
    return { rows, fields, ...(affectedRows === undefined ? {} : { affectedRows }) };
  };

  /** What shapes tables makes plans stale. */
  const shape = async <T>(text: string, values: readonly unknown[]) => {
    const names = [...kept.values()].map(({ name }) => close({ type: 'S', name }));
    kept.clear();
    await send(...names);
    return pglite.query<T>(text, [...values]);
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
    query: async <T>(text: string, values: readonly unknown[] = []) =>
      isKept(text) ? run(text, values) : shape<T>(text, values),
    transaction: async (work) => {
      let hasBegun = false;
      const end = async (text: 'commit' | 'rollback') => {
        if (!hasBegun) return;
        hasBegun = false;
        const said = await send(...plain(text));
        /* What failed in between turns a COMMIT into a ROLLBACK; Kysely knows it by PGlite's own code. */
        if (!said.some((message) => message instanceof CommandCompleteMessage && message.text === text.toUpperCase()))
          throw Object.assign(new DatabaseError('Rolled back instead of committed', 0, 'error'), { code: '25P02' });
      };
      try {
        const done = await work({
          query: async <T>(text: string, values: readonly unknown[] = []) => {
            const begin = hasBegun ? [] : plain('begin');
            hasBegun = true;
            if (isKept(text)) return run(text, values, begin);
            if (begin.length > 0) await send(...begin);
            return shape<T>(text, values);
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
