import { createHash } from 'node:crypto';
import type { GenericSchema } from 'valibot';
import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** States with the children that they run; neither descriptions nor transitions, which a stored snapshot does not contain. */
const statesOf = (node: AnyStateNode): string[] => [
  `${node.id} ${node.type}`,
  ...node.invoke.map(({ id, src }) => `${node.id} runs ${id}: ${String(src)}`),
  ...Object.values(node.states).flatMap(statesOf),
];

/** The parts of a schema by name, whatever its kind. */
type Parts = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly item?: GenericSchema;
  readonly value?: GenericSchema;
  readonly wrapped?: GenericSchema;
  readonly options?: readonly unknown[];
};

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** Every field of a schema as a path with its kind; neither messages nor the values of a list, which are checked on a restore. */
const fieldsOf = (schema: GenericSchema, path: string): string[] => {
  const { type, entries = {}, item, value, wrapped, options = [] }: Parts = schema;
  const inner = [item, value, wrapped, ...options].filter(isSchema);
  return [
    `${path} ${type}`,
    ...Object.entries(entries).flatMap(([key, entry]) => fieldsOf(entry, `${path}.${key}`)),
    ...inner.flatMap((one) => fieldsOf(one, path)),
  ];
};

/**
 * Fingerprint of what a stored snapshot depends on: the ids of states and children, and the keys of contexts. Snapshots of another
 * shape cannot be restored (docs/architecture.md#restore).
 */
export const shapeOf = (machines: readonly AnyStateMachine[], snapshot: GenericSchema): string => {
  const lines = [...machines.flatMap(({ root }) => statesOf(root)), ...fieldsOf(snapshot, 'app')];
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url').slice(0, 16);
};
