import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Router } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { apiBase } from '#src/device/api-base.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { createLocationHook } from '#src/mirrors/address/location-hook.ts';
import { otherBase } from '#src/mirrors/address/page-base.ts';
import { ShopContext } from '#src/screens/shop.ts';
import { DialogOutlet } from './dialog-outlet.tsx';
import { Shell } from './shell.tsx';
import { ToastOutlet } from './toast-outlet.tsx';

type Props = { app: ActorRefFrom<typeof appMachine>; site: SiteSettings };

const href = (screen: Screen, params: Record<string, string> = {}): string =>
  `${otherBase(screen) ?? ''}#${hashOf({ screen, params, query: {} }) ?? '/'}`;

/** The root: texts, location, toast, the routed view with its loading bar, and dialog (docs/product.md#shell). */
export function App({ app, site }: Props) {
  const lang = useSelector(app, ({ context }) => context.lang);
  const hook = useMemo(() => createLocationHook(app), [app]);
  const shop = useMemo(
    () => ({ app, site, lang, href, file: (path: string) => `${apiBase()}${path}?lang=${lang}` }),
    [app, site, lang],
  );
  return (
    <I18nProvider i18n={i18n}>
      <Router hook={hook}>
        <ShopContext value={shop}>
          <ToastOutlet />
          <Shell />
          <DialogOutlet />
        </ShopContext>
      </Router>
    </I18nProvider>
  );
}
