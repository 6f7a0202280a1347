import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { eventName, guardName, isForbidden, stateNodes, transitionsOf } from '../explore/definitions.ts';
import { staysInside } from './graph.ts';

/** Mermaid allows no dots, hyphens or spaces in a state's id. */
const idOf = (node: AnyStateNode) => node.path.join('__').replaceAll(/\W/g, '_') || 'root';

const within = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && within(node.parent, outer));

/** `done(placeOrder) [isPaid]`: the label of an arrow. Mermaid ends a label at a semicolon or a colon. */
export function label(t: AnyTransitionDefinition): string {
  const guard = guardName(t.guard);
  return `${eventName(t.eventType)}${guard === undefined ? '' : ` [${guard}]`}`.replaceAll(/[:;]/g, ',');
}

/**
 * The state at which an arrow starts. Not every renderer can lay out a composite state that points into itself, and the machine's
 * root is no state of the drawing: both start at a small state "anywhere" inside.
 */
function tail(t: AnyTransitionDefinition): string {
  const { source } = t;
  const inward = source.type !== 'atomic' && (t.target ?? []).some((target) => within(target, source));
  return source.parent === undefined || inward ? `any_${idOf(source)}` : idOf(source);
}

const arrowsOf = (node: AnyStateNode) => transitionsOf(node).filter((t) => !staysInside(t) && !isForbidden(t));

/** Arrows with the same two ends share a line, with their labels below each other. */
function arrows(machine: AnyStateMachine): string[] {
  const labels = new Map<string, string[]>();
  for (const t of [machine.root, ...stateNodes(machine)].flatMap(arrowsOf)) {
    for (const target of t.target ?? []) {
      const line = `${tail(t)} --> ${idOf(target)}`;
      labels.set(line, [...(labels.get(line) ?? []), label(t)]);
    }
  }
  return [...labels].map(([line, texts]) => `${line} : ${texts.join('<br>')}`);
}

function inside(node: AnyStateNode, depth: number): string[] {
  const pad = '  '.repeat(depth);
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  const roams = arrowsOf(node).some((t) => tail(t).startsWith('any_'));
  const regions = Object.values<AnyStateNode>(node.states).map((child) => state(child, depth));
  return [
    ...(initial === undefined ? [] : [`${pad}[*] --> ${idOf(initial)}`]),
    ...(roams ? [`${pad}state "anywhere${node.parent ? ` in ${node.key}` : ''}" as any_${idOf(node)}`] : []),
    ...regions.flatMap((region, i) => (node.type === 'parallel' && i > 0 ? [`${pad}--`, ...region] : region)),
  ];
}

function state(node: AnyStateNode, depth: number): string[] {
  const pad = '  '.repeat(depth);
  const id = idOf(node);
  const named = `${pad}state "${node.key}" as ${id}`;
  if (node.type === 'final') return [named, `${pad}${id} --> [*]`];
  if (Object.keys(node.states).length > 0) return [`${named} {`, ...inside(node, depth + 1), `${pad}}`];
  return [named, ...node.invoke.map((child) => `${pad}${id} : runs ${child.id}`)];
}

/** A Mermaid stateDiagram-v2 of a machine, always the same text, without a newline at its end. */
export function toMermaid(machine: AnyStateMachine): string {
  return ['stateDiagram-v2', ...inside(machine.root, 1), ...arrows(machine).map((arrow) => `  ${arrow}`)].join('\n');
}
