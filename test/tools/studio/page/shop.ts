import type { Facts } from '../facts.ts';
import { find, make } from './parts.ts';

/** Prepares the running shop beside the charts; the result opens it. Before that its messages would be missed. */
export const createShop = ({ sites, langs }: Facts): (() => void) => {
  const shop = find('shop', HTMLIFrameElement);
  const site = find('site', HTMLSelectElement);
  const lang = find('lang', HTMLSelectElement);
  const choices = (values: readonly string[]) => values.map((value) => make('option', { value }, value));
  site.append(...choices(sites));
  lang.append(...choices(langs));
  lang.value = 'en';
  const address = (): string => `/${site.value === sites[0] ? '' : `${site.value}/`}?inspect&lang=${lang.value}`;
  const visit = (): void => {
    shop.contentWindow?.location.replace(address());
  };
  /** Clears the visit's storage after its page has been unloaded, because the page would write it again. */
  const beginAnew = (): void => {
    const forget = () => {
      sessionStorage.clear();
      visit();
    };
    shop.addEventListener('load', forget, { once: true });
    shop.contentWindow?.location.replace('about:blank');
  };
  site.addEventListener('change', beginAnew);
  lang.addEventListener('change', visit);
  find('again', HTMLButtonElement).addEventListener('click', beginAnew);
  find('window', HTMLButtonElement).addEventListener('click', () =>
    window.open(address(), '_blank', 'width=430,height=900'),
  );
  return visit;
};
