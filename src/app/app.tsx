import { i18n } from '@lingui/core';
import { type ComponentProps, useState } from 'react';
import { pagePlace } from '#src/device/page-place.ts';
import { ShopPage } from './shop-page.tsx';

/** The shop in the browser's page and language. */
export function App(props: Omit<ComponentProps<typeof ShopPage>, 'place' | 'i18n'>) {
  const [place] = useState(pagePlace);
  return <ShopPage {...props} place={place} i18n={i18n} />;
}
