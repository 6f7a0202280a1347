import { createActor, type InputFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { App } from '#machines/refs.ts';
import { removeItem, writeItem } from '#src/device/session-storage.ts';
import { leavingEvent } from '#src/domain/leaving.ts';
import { onChange } from '#src/mirrors/changes.ts';

type AppLogic = typeof appMachine;

export const snapshotKey = (site: string): string => `ticket-store:${site}`;
export const orderKey = (site: string): string => `${snapshotKey(site)}:order`;

/** The longest age at which stored state is used, ms. */
export const lifetime = 86_400_000;

const childrenOf = (snapshot: object): Record<string, unknown> => ({ ...Reflect.get(snapshot, 'children') });

/** The catalogue is stored separately: in the snapshot its actor is in its initial state and loads again. */
export const withoutCatalogue = <S extends object>(snapshot: S, fresh: object): S => {
  const { catalogue } = childrenOf(fresh);
  return { ...snapshot, children: { ...childrenOf(snapshot), catalogue } };
};

/** Pages of a link. The actor of each has its name, but that of `shared` is `ticket`. */
const linkPages: readonly unknown[] = ['ticket', 'receipt', 'share', 'shared'];

/**
 * Pages of a link are not stored: their address leads back to them, and the ticket is read again in the page's language, because
 * it may have been used or changed meanwhile.
 */
export const withoutLinkPage = (snapshot: object): object => {
  const page: unknown = Reflect.get(snapshot, 'value');
  if (!linkPages.includes(page)) return snapshot;
  const { [String(page)]: _page, ticket: _ticket, ...children } = childrenOf(snapshot);
  return { ...snapshot, value: 'purchase', children };
};

/**
 * Writes every settled snapshot, whatever its tags. When the page is left, it writes what forms hand over on `leavingEvent` and
 * then stops: the browser aborts requests at that point, and the charts would store that as failures.
 */
export const mirrorStorage = (app: App, logic: AppLogic, input: InputFrom<AppLogic>, shape: string): (() => void) => {
  const site = input.site.code;
  const key = snapshotKey(site);
  const fresh = createActor(logic, { input }).getPersistedSnapshot();
  let isHidden = false;
  let token: string | null | undefined;
  const write = () => {
    if (isHidden) return;
    const purchase = app.getSnapshot().children.purchase?.getSnapshot().context;
    /* The token is stored apart, for charts that the snapshot does not fit. */
    const newToken = purchase?.token ?? null;
    if (newToken !== token) {
      token = newToken;
      if (token === null) removeItem(orderKey(site));
      else writeItem(orderKey(site), { token, savedAt: Date.now() });
    }
    writeItem(key, {
      /* The saved order page by the names of docs/product.md#stored-choice, for scripts that read it; we read the snapshot. */
      productTimespanID: purchase?.choice.timespan?.id,
      productOptions: purchase?.choice.lines,
      shape,
      site,
      savedAt: Date.now(),
      snapshot: withoutLinkPage(withoutCatalogue(app.getPersistedSnapshot(), fresh)),
    });
  };
  const onPageHide = () => {
    dispatchEvent(new Event(leavingEvent));
    isHidden = true;
  };
  const onPageShow = () => {
    isHidden = false;
    write();
  };
  addEventListener('pagehide', onPageHide);
  addEventListener('pageshow', onPageShow);
  const end = onChange(app, write);
  write();
  return () => {
    end();
    removeEventListener('pagehide', onPageHide);
    removeEventListener('pageshow', onPageShow);
  };
};
