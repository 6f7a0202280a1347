/** Imported for its effect before the server: this process then formats dates in all unusual ways at once. */
import { patchIntl, variants } from './other-intl.ts';

for (const variant of variants) patchIntl(variant);
