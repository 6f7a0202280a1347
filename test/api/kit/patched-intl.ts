/** Imported for its effect, before the server: this process writes dates in every unusual way at once. */
import { patchIntl, variants } from './other-intl.ts';

for (const variant of variants) patchIntl(variant);
