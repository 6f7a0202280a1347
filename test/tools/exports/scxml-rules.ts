import { type Element, readXml, withAllBelow } from './read-scxml.ts';

/** What W3C SCXML 1.0 allows of an element (§3, §4, §5, §6), as far as charts use it. */
type Allowed = {
  readonly attributes: readonly string[];
  readonly needs?: readonly string[];
  readonly children: readonly string[];
};

const executable = ['raise', 'if', 'log', 'send'];
const inState = ['onentry', 'onexit', 'transition', 'state', 'parallel', 'final', 'invoke', 'datamodel'];
const grammar: Readonly<Record<string, Allowed>> = {
  scxml: {
    attributes: ['initial', 'name', 'xmlns', 'version', 'datamodel', 'binding'],
    needs: ['xmlns', 'version'],
    children: ['state', 'parallel', 'final', 'datamodel', 'script'],
  },
  state: { attributes: ['id', 'initial'], children: [...inState, 'initial'] },
  parallel: { attributes: ['id'], children: inState.filter((name) => name !== 'final') },
  final: { attributes: ['id'], children: ['onentry', 'onexit', 'donedata'] },
  initial: { attributes: [], children: ['transition'] },
  transition: { attributes: ['event', 'cond', 'target', 'type'], children: executable },
  onentry: { attributes: [], children: executable },
  onexit: { attributes: [], children: executable },
  datamodel: { attributes: [], children: ['data'] },
  data: { attributes: ['id', 'src', 'expr'], needs: ['id'], children: [] },
  log: { attributes: ['label', 'expr'], children: [] },
  raise: { attributes: ['event'], needs: ['event'], children: [] },
  if: { attributes: ['cond'], needs: ['cond'], children: executable },
  send: { attributes: ['event', 'eventexpr', 'target', 'type'], children: [] },
  invoke: { attributes: ['type', 'id', 'src'], needs: ['src'], children: [] },
};

const ncName = /^[A-Za-z_][\w.-]*$/;
const identifier = /^[A-Za-z_$][\w$]*$/;
const descriptor = /^(\*|[\w-]+(\.[\w-]+)*(\.\*)?)$/;
const states = ['state', 'parallel', 'final'];
const call = ({ name, attributes }: Element) => `<${name}${attributes.id ? ` id="${attributes.id}"` : ''}>`;

const shape = (element: Element): string[] => {
  const allowed = grammar[element.name];
  if (allowed === undefined) return [`<${element.name}> is no element of SCXML`];
  const { attributes, children } = element;
  const own = Object.keys(attributes).filter((name) => !name.includes(':'));
  return [
    ...own
      .filter((name) => !allowed.attributes.includes(name))
      .map((name) => `${call(element)} has the attribute ${name}`),
    ...(allowed.needs ?? []).filter((name) => !attributes[name]).map((name) => `${call(element)} has no ${name}`),
    ...children
      .filter(({ name }) => !allowed.children.includes(name))
      .map(({ name }) => `<${name}> stands in ${call(element)}`),
  ];
};

const transitionFaults = (state: Element, t: Element, ids: ReadonlySet<string>): string[] => {
  const { event, cond, target, type } = t.attributes;
  const where = `a transition of ${call(state)}`;
  const targets = target?.split(/\s+/) ?? [];
  return [
    ...(event === undefined && cond === undefined && target === undefined
      ? [`${where} has no event, cond or target`]
      : []),
    ...(event?.split(/\s+/) ?? []).filter((name) => !descriptor.test(name)).map((name) => `${where} hears "${name}"`),
    ...targets.filter((id) => !ids.has(id)).map((id) => `${where} leads to ${id}, which is not there`),
    ...(type === undefined || type === 'internal' || type === 'external' ? [] : [`${where} has the type ${type}`]),
  ];
};

const initialFaults = (state: Element): string[] => {
  const below = new Set(state.children.flatMap(withAllBelow).flatMap(({ attributes }) => attributes.id ?? []));
  const starts = state.children.filter(({ name }) => name === 'initial');
  const children = state.children.filter(({ name }) => states.includes(name));
  const initials = [
    state.attributes.initial ?? [],
    starts.map((one) => one.children[0]?.attributes.target ?? ''),
  ].flat();
  const { event, cond } = starts[0]?.children[0]?.attributes ?? {};
  return [
    ...(initials.length > 1 ? [`${call(state)} begins in ${initials.length} ways`] : []),
    ...(initials.length > 0 && children.length === 0 ? [`${call(state)} is atomic and has an initial`] : []),
    ...initials
      .flatMap((ids) => ids.split(/\s+/))
      .filter((id) => !below.has(id))
      .map((id) => `${call(state)} begins in ${id}, which is not below`),
    ...starts.filter((one) => one.children.length !== 1).map(() => `${call(state)}: <initial> has not one transition`),
    ...(event === undefined && cond === undefined
      ? []
      : [`${call(state)}: the transition of <initial> has an event or a cond`]),
  ];
};

/** An event name that is a prefix of another's would match it too: SCXML matches token by token. */
const prefixFaults = (all: readonly Element[]): string[] => {
  const events = new Set(all.flatMap(({ attributes }) => attributes.event?.split(/\s+/) ?? []));
  const exact = [...events].filter((name) => !name.endsWith('*'));
  return exact.flatMap((name) =>
    exact.filter((other) => other.startsWith(`${name}.`)).map((other) => `"${name}" also matches "${other}"`),
  );
};

/** A line for every rule of the Recommendation that an SCXML document breaks. */
export const scxmlFaults = (text: string): string[] => {
  let root: Element;
  try {
    root = readXml(text);
  } catch (thrown) {
    return [`not well-formed: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
  }
  const all = withAllBelow(root);
  const named = all.flatMap(({ name, attributes }) => (states.includes(name) ? [attributes.id ?? ''] : []));
  const ids = new Set(named);
  const facts = all.flatMap(({ name, attributes }) => (name === 'data' ? [attributes.id ?? ''] : []));
  const conds = all.flatMap(({ name, attributes }) => (name === 'transition' ? (attributes.cond ?? []) : []));
  const { xmlns, version } = root.attributes;
  return [
    ...(root.name === 'scxml' ? [] : [`the root is <${root.name}>`]),
    ...(xmlns === 'http://www.w3.org/2005/07/scxml' ? [] : [`the namespace is ${xmlns}`]),
    ...(version === '1.0' ? [] : [`the version is ${version}`]),
    ...all.flatMap(shape),
    ...named.filter((id, index) => named.indexOf(id) !== index).map((id) => `the id ${id} is there twice`),
    ...named.filter((id) => !ncName.test(id)).map((id) => `"${id}" is no id`),
    ...[...facts, ...conds].filter((id) => !identifier.test(id)).map((id) => `"${id}" is no name of a fact`),
    ...conds.filter((id) => !facts.includes(id)).map((id) => `nothing says what ${id} is`),
    ...all.filter(({ name }) => name === 'scxml' || name === 'state').flatMap(initialFaults),
    ...all.flatMap((state) =>
      state.children.filter(({ name }) => name === 'transition').flatMap((t) => transitionFaults(state, t, ids)),
    ),
    ...all.flatMap(({ name, attributes }) =>
      name === 'send' && (attributes.event === undefined) === (attributes.eventexpr === undefined)
        ? ['<send> has not one of event and eventexpr']
        : [],
    ),
    ...prefixFaults(all),
  ];
};
