import { find } from './parts.ts';

/** The list of charts where it does not stand beside the chart. Returns what opens and closes it. */
export const createMenu = (): ((isOpen: boolean) => void) => {
  const menu = find('menu', HTMLButtonElement);
  const toggle = (isOpen: boolean): void => {
    document.body.classList.toggle('with-side', isOpen);
    menu.setAttribute('aria-expanded', String(isOpen));
  };
  menu.addEventListener('click', () => toggle(!document.body.classList.contains('with-side')));
  addEventListener('keydown', ({ key }) => key === 'Escape' && toggle(false));
  return toggle;
};
