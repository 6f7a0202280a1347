import { type ESTree, parseSync, Visitor } from 'vite';
import { failureCodes, failureText } from '#src/domain/failures.ts';
import { optionTexts, textLists } from '#src/domain/option-lists.ts';
import { ruleTexts } from '#src/domain/rules.ts';

/** Ids in tables that do not know the catalogue, by file. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'src/domain/failures.ts': failureCodes.map(failureText),
  'src/domain/option-lists.ts': textLists.flatMap((list) => optionTexts(list).map(({ text }) => text)),
  'src/domain/rules.ts': ruleTexts,
};

type Node = ESTree.Node | null | undefined;

/** Whether a type is `MessageId`, or a union, list or record of it. */
const isOfIds = (type: Node): boolean => {
  if (type?.type === 'TSTypeAnnotation') return isOfIds(type.typeAnnotation);
  if (type?.type === 'TSArrayType') return isOfIds(type.elementType);
  if (type?.type === 'TSTypeOperator') return isOfIds(type.typeAnnotation);
  if (type?.type === 'TSUnionType') return type.types.some(isOfIds);
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  return type.typeName.name === 'MessageId' || (type.typeArguments?.params ?? []).some(isOfIds);
};

/** The strings that an expression may be, and those in its objects. */
const stringsOf = (node: Node): string[] => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(stringsOf);
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(stringsOf);
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return stringsOf(node.expression);
    case 'ObjectExpression':
      return node.properties.flatMap((one) => (one.type === 'Property' ? stringsOf(one.value) : []));
    case 'ArrayExpression':
      return node.elements.flatMap(stringsOf);
    default:
      return [];
  }
};

/** The strings of a literal type, or of a union of them. */
const literalsOf = (type: Node): string[] => {
  if (type?.type === 'TSUnionType') return type.types.flatMap(literalsOf);
  return type?.type === 'TSLiteralType' ? stringsOf(type.literal) : [];
};

/** Names of the members that a file's types declare as message ids, and those that are ids in every file. */
const memberNames = (program: ESTree.Program): ReadonlySet<string> => {
  const names = new Set(['textKey', 'textId']);
  new Visitor({
    TSPropertySignature: ({ key, typeAnnotation }) => {
      if (key.type === 'Identifier' && isOfIds(typeAnnotation)) names.add(key.name);
    },
  }).visit(program);
  return names;
};

const callees = new Set(['t', 'tAny', '_']);
const attributesOfIds = new Set(['textId', 'titleId', 'leadId']);

/**
 * Ids of the messages that a source uses: arguments of `t`, `i18n._` and `<Trans id>`, and literals where the source's types
 * say `MessageId`.
 */
export const idsIn = (path: string, text: string): string[] => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found = [...(tables[path] ?? [])];
  const add = (node: Node) => found.push(...stringsOf(node));
  const names = memberNames(program);
  /** Whether each function around the visited node returns ids. */
  const returns: boolean[] = [];
  const enter = ({ returnType, body }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    returns.push(isOfIds(returnType));
    if (isOfIds(returnType)) add(body);
  };
  const leave = () => {
    returns.pop();
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      if (called.type === 'Identifier' && callees.has(called.name)) add(first);
    },
    JSXOpeningElement: ({ name, attributes }) => {
      const isTrans = name.type === 'JSXIdentifier' && name.name === 'Trans';
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') continue;
        if (attributesOfIds.has(one.name.name) || (isTrans && one.name.name === 'id')) add(one.value);
      }
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && names.has(key.name)) add(value);
    },
    VariableDeclarator: ({ id, init }) => {
      if (isOfIds(id.typeAnnotation)) add(init);
    },
    TSSatisfiesExpression: (node) => {
      if (isOfIds(node.typeAnnotation)) add(node.expression);
    },
    TSTypeReference: ({ typeName, typeArguments }) => {
      const [from, ids] = typeArguments?.params ?? [];
      if (typeName.type === 'Identifier' && typeName.name === 'Extract' && isOfIds(from))
        found.push(...literalsOf(ids));
    },
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => {
      if (returns.at(-1)) add(argument);
    },
  }).visit(program);
  return found;
};
