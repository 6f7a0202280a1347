import { type ESTree, Visitor } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { screens } from '#machines/shared/screens.ts';
import { matches } from '#test/tools/explore/plan.ts';
import { nodesOf } from './chart-rules.ts';
import type { Source } from './source.ts';

/**
 * XState's types accept any key of `on` beside those of the declared events, and a declared event that nothing handles. These
 * rules compare both, by the text of the chart's types (docs/charts.md#unhandled-events).
 */

type TypeNode = ESTree.TSType;
type Aliases = ReadonlyMap<string, TypeNode>;

/** The types that the rooms declare, by name. */
const aliasesIn = (sources: readonly Source[]): Aliases => {
  const found = new Map<string, TypeNode>();
  for (const { program } of sources)
    new Visitor({
      TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void found.set(id.name, typeAnnotation),
    }).visit(program);
  return found;
};

const member = (type: TypeNode | undefined, name: string): TypeNode | undefined =>
  type?.type === 'TSTypeLiteral'
    ? type.members
        .filter((one) => one.type === 'TSPropertySignature')
        .find(({ key }) => key.type === 'Identifier' && key.name === name)?.typeAnnotation?.typeAnnotation
    : undefined;

const nameOf = (type: TypeNode): string =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';

/** The strings of a string type; `*` stands for the placeholders of a template. */
const textsOf = (type: TypeNode | undefined): string[] => {
  if (type?.type === 'TSUnionType') return type.types.flatMap(textsOf);
  if (type?.type === 'TSTemplateLiteralType') return [type.quasis.map(({ value }) => value.raw).join('*')];
  if (type?.type !== 'TSLiteralType') return [];
  const { literal } = type;
  if (literal.type === 'TemplateLiteral') return [literal.quasis.map(({ value }) => value.raw).join('*')];
  return literal.type === 'Literal' ? [String(literal.value)] : [];
};

const actorEvents: Readonly<Record<string, string>> = { DoneActorEvent: 'done', ErrorActorEvent: 'error' };

/** The types of events in a union; a type that is not understood gives its name, which no chart handles. */
const eventTypes = (type: TypeNode, aliases: Aliases): string[] => {
  if (type.type === 'TSUnionType') return type.types.flatMap((one) => eventTypes(one, aliases));
  if (type.type === 'TSParenthesizedType') return eventTypes(type.typeAnnotation, aliases);
  if (type.type === 'TSIntersectionType') return type.types.flatMap((one) => textsOf(member(one, 'type')));
  if (type.type === 'TSTypeLiteral') return textsOf(member(type, 'type'));
  const name = nameOf(type);
  const kind = actorEvents[name];
  if (kind !== undefined && type.type === 'TSTypeReference')
    return textsOf(type.typeArguments?.params[1]).map((id) => `xstate.${kind}.actor.${id}`);
  if (name === 'PageRequested' && type.type === 'TSTypeReference') {
    const pages = textsOf(type.typeArguments?.params[0]);
    return (pages.length > 0 ? pages : screens).map((page) => `page.requested.${page}`);
  }
  const alias = aliases.get(name);
  return alias ? eventTypes(alias, aliases) : [`the type ${name || type.type}`];
};

/** The events that a chart declares in `setup({ types: {} as { events: … } })`, or in the alias used there. */
export const declaredEvents = (chart: Source, sources: readonly Source[]): string[] => {
  const aliases = aliasesIn(sources);
  const found: string[] = [];
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'types' || value.type !== 'TSAsExpression') return;
      const types = aliases.get(nameOf(value.typeAnnotation)) ?? value.typeAnnotation;
      const events = member(types, 'events');
      if (events) found.push(...eventTypes(events, aliases));
    },
  }).visit(chart.program);
  return found;
};

const keysOf = (node: AnyStateNode): string[] => Object.keys(node.config.on ?? {});

/** Whether a key of `on`, which may be a wildcard, handles a declared event, which may be a template (`failure.*`). */
const isHandledBy = (key: string, event: string): boolean =>
  event.endsWith('*') ? key.startsWith(event.slice(0, -1)) : matches(key, event);

/** A line for each key of `on`, at any level, that is no declared event, and for each declared event that no state handles. */
export const undeclaredEvents = (machine: AnyStateMachine, declared: readonly string[]): string[] => {
  const nodes = nodesOf(machine);
  const handled = nodes.flatMap((node) => [...node.transitions.keys()]);
  return [
    ...nodes.flatMap((node) =>
      keysOf(node)
        .filter((key) => !declared.some((event) => isHandledBy(key, event)))
        .map((key) => `${node.id} handles ${key}, which is no event of the chart`),
    ),
    ...declared
      .filter((event) => !handled.some((key) => isHandledBy(key, event)))
      .map((event) => `${machine.id} declares ${event}, which no state handles`),
  ];
};
