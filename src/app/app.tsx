import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { pagePlace } from '#src/device/page-place.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { ShopPage } from './shop-page.tsx';

type Props = { app: ActorRefFrom<typeof appMachine>; site: SiteSettings };

/** The shop in the browser's page and language. */
export function App({ app, site }: Props) {
  const [place] = useState(pagePlace);
  return <ShopPage app={app} site={site} place={place} i18n={i18n} />;
}
