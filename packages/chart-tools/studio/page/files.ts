import type { Facts } from '../facts.ts';
import { find, make } from './parts.ts';

/** Links to a chart's files in every export format. */
export const drawFiles = ({ formats }: Facts, chart: string): void => {
  const links = formats.map(({ name, ending }) => {
    const href = `files/${name}/${chart}.${ending}`;
    return make('a', { class: 'tool', href, download: '', title: `${chart} as ${name}` }, name);
  });
  find('files', HTMLElement).replaceChildren(...links);
};
