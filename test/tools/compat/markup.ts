import { parseSync, Visitor } from 'vite';
import type { Use } from './scripts.ts';
import { featureAt, lackingAt } from './support.ts';

/** React attribute names that differ from the HTML name in more than case. */
const renamed: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };

/** HTML elements and attributes in a component's source that an old browser lacks. */
export const markupUses = (path: string, text: string): Use[] => {
  const uses: Use[] = [];
  const add = (where: string, ...feature: string[]) => {
    const lacking = lackingAt('html', ...feature);
    if (lacking?.length) uses.push({ feature: feature.join('.'), lacking, where: `${path}: ${where}` });
  };
  new Visitor({
    JSXOpeningElement: ({ name, attributes, start, end }) => {
      if (name.type !== 'JSXIdentifier' || !featureAt('html', 'elements', name.name)) return;
      const where = text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 100);
      add(where, 'elements', name.name);
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') continue;
        const attribute = renamed[one.name.name] ?? one.name.name.toLowerCase();
        const value = one.value?.type === 'Literal' ? String(one.value.value) : '';
        for (const place of [
          ['elements', name.name, attribute],
          ['global_attributes', attribute],
        ]) {
          add(where, ...place);
          add(where, ...place, value);
          add(where, ...place, `type_${value}`);
        }
      }
    },
  }).visit(parseSync(path, text).program);
  return uses;
};
