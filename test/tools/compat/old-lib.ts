import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { globalLacking, memberLacking } from './api-names.ts';

/** The folder of TypeScript's own declaration files, which are part of its platform package. */
const libFolder = (): string => {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return join(dirname(createRequire(typescript).resolve(`${platform}/package.json`)), 'lib');
};

const wanted =
  /^lib\.(?:es5|es20\d\d\..+|esnext\..+|dom|dom\.iterable|dom\.asynciterable|decorators|decorators\.legacy)\.d\.ts$/;

type Node = ESTree.Node;
type Cut = { start: number; end: number };

const keyOf = (member: Node): string => {
  if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return '';
  return !member.computed && member.key.type === 'Identifier' ? member.key.name : '';
};

/** Interfaces without a row in the data (`ParentNode`) are judged by the interfaces that extend them. */
const heirsOf = (programs: readonly ESTree.Program[]) => {
  const heirs = new Map<string, string[]>();
  for (const { body } of programs)
    for (const node of body)
      if (node.type === 'TSInterfaceDeclaration')
        for (const { expression } of node.extends)
          if (expression.type === 'Identifier')
            heirs.set(expression.name, [...(heirs.get(expression.name) ?? []), node.id.name]);
  return heirs;
};

/**
 * Writes declarations of the language and web APIs without the members that an old browser lacks, so that code using one does not
 * compile. Returns the files.
 */
export const writeOldLib = (folder: string): string[] => {
  const source = libFolder();
  const files = readdirSync(source).filter((name) => wanted.test(name) && !/\.full\./.test(name));
  const texts = files.map((name) => readFileSync(join(source, name), 'utf8'));
  const programs = files.map((name, index) => parseSync(name, texts[index] ?? '', { lang: 'dts' }).program);
  const heirs = heirsOf(programs);
  const isOld = (lacking: readonly string[] | undefined) => lacking === undefined || lacking.length === 0;

  const isMissing = (owner: string, member: string, isStatic: boolean): boolean => {
    const own = memberLacking(owner, member, isStatic);
    if (own) return !isOld(own);
    const inherited = (heirs.get(owner) ?? []).flatMap((heir) => (memberLacking(heir, member, isStatic) ? [heir] : []));
    return inherited.length > 0 && inherited.every((heir) => isMissing(heir, member, isStatic));
  };
  const cutMembers = (owner: string, members: readonly Node[], isStatic: boolean): Cut[] =>
    members.filter((member) => {
      const name = keyOf(member);
      return name !== '' && name !== 'prototype' && isMissing(owner, name, isStatic);
    });
  const cutsIn = (body: readonly Node[], prefix = ''): Cut[] =>
    body.flatMap((node): Cut[] => {
      if (node.type === 'ExportNamedDeclaration' && node.declaration) return cutsIn([node.declaration], prefix);
      if (node.type === 'TSModuleDeclaration' && node.body?.type === 'TSModuleBlock' && node.id.type === 'Identifier')
        return cutsIn(node.body.body, node.kind === 'global' ? '' : `${node.id.name}.`);
      if (node.type === 'TSInterfaceDeclaration') {
        const name = node.id.name;
        const owner = name.replace(/Constructor$/, '');
        return cutMembers(prefix + owner, node.body.body, owner !== name);
      }
      if (node.type === 'TSDeclareFunction' && node.id)
        return prefix === '' && !isOld(globalLacking(node.id.name)) ? [node] : [];
      if (node.type !== 'VariableDeclaration') return [];
      return node.declarations.flatMap(({ id }): Cut[] => {
        if (id.type !== 'Identifier') return [];
        if (prefix === '' && !isOld(globalLacking(id.name))) return [node];
        const type = id.typeAnnotation?.typeAnnotation;
        return type?.type === 'TSTypeLiteral' ? cutMembers(prefix + id.name, type.members, true) : [];
      });
    });

  mkdirSync(folder, { recursive: true });
  return files.map((name, index) => {
    const text = texts[index] ?? '';
    const cuts = cutsIn(programs[index]?.body ?? []).toSorted((one, other) => one.start - other.start);
    const pieces = cuts.map(({ start }, place) => text.slice(cuts[place - 1]?.end ?? 0, start));
    const remaining = [...pieces, text.slice(cuts.at(-1)?.end ?? 0)].join('');
    const path = join(folder, name);
    writeFileSync(path, remaining.replace(/^\/\/\/ <reference (?:lib|no-default-lib).*$/gm, ''));
    return path;
  });
};
