import { createElement, Fragment, type ReactNode } from 'react';
import { wholesOf } from '#src/domain/wholes.ts';

/** A text as content, without line breaks inside its dates, times, amounts and counts. The text itself stays as it is. */
export const unbroken = (text: string): ReactNode =>
  createElement(
    Fragment,
    null,
    ...wholesOf(text).map((part) =>
      part.whole ? createElement('span', { className: `whole ${part.whole}` }, part.text) : part.text,
    ),
  );
