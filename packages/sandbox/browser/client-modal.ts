import { openFrame } from './client-frame.ts';

type Reactions = Parameters<typeof openFrame>[0]['reactions'];
type Modal = {
  url: URL;
  title: string;
  lang: string;
  reactions: Reactions;
  /** The buyer closed the dialog. */
  closed: () => void;
  /** Where it stands and how large it is. */
  style: Partial<CSSStyleDeclaration>;
  /** Height of the frame until it reports its own. */
  height: string;
};

/** Shows a frame in a modal dialog of the shop's page. */
export function openModal({ url, title, lang, reactions, closed, style, height }: Modal) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  dialog.lang = lang;
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    padding: '0',
    border: '1px solid transparent',
    overflow: 'auto',
    background: '#fff',
    ...style,
  });
  const channel = openFrame({ url, title, reactions });
  channel.frame.style.height = height;
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    closed();
  });
  dialog.append(channel.frame);
  document.body.append(dialog);
  dialog.showModal();
  channel.frame.addEventListener('load', () => channel.frame.focus());
  return {
    close(): void {
      channel.close();
      dialog.close();
      dialog.remove();
    },
  };
}
