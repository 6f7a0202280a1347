import { callOffOperations } from './call-off.ts';
import { catalogueOperations } from './catalogue.ts';
import { dayOperations } from './day.ts';
import { moneyOperations } from './money-operations.ts';
import type { Operation } from './operation.ts';
import { personalDataOperations } from './personal-data.ts';
import { salesOperations } from './sales.ts';
import { slotOperations } from './slot-operations.ts';
import { ticketOperations } from './ticket-operations.ts';
import { tokenOperations } from './token-operations.ts';

const table = {
  ...ticketOperations,
  ...dayOperations,
  ...slotOperations,
  ...callOffOperations,
  ...moneyOperations,
  ...salesOperations,
  ...catalogueOperations,
  ...personalDataOperations,
  ...tokenOperations,
};
export type OperationName = keyof typeof table;

/**
 * Every operation of a venue by name (docs/operations.md#commands). The command line with its help, the endpoint of the machine,
 * the HTTP API of operators and its OpenAPI description are made from these rows.
 */
export const operations: Readonly<Record<OperationName, Operation>> = table;

/** Whether a word is the name of an operation. */
export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

export const operationNames = Object.keys(operations).filter(isOperation);
