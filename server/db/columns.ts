import type { ColumnType } from 'kysely';

/** Moments are written as ISO 8601 or as dates, and read as dates. */
export type Moment = ColumnType<Date, string | Date, string | Date>;
export type MaybeMoment = ColumnType<Date | null, string | Date | null | undefined, string | Date | null>;
/** A moment that the database fills in. */
export type Stamp = ColumnType<Date, string | Date | undefined, string | Date>;
/** A jsonb column: written as its JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>;
