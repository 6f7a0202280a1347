import type { ColumnType } from 'kysely';

/** Written as ISO 8601 or as a Date, read as a Date. */
export type Moment = ColumnType<Date, string | Date, string | Date>;
export type MaybeMoment = ColumnType<Date | null, string | Date | null | undefined, string | Date | null>;
/** A timestamp with a default in the database. */
export type Stamp = ColumnType<Date, string | Date | undefined, string | Date>;
/** A jsonb column: written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>;
