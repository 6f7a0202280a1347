import type { KeyboardEvent } from 'react';

/** In: a key press. Out: whether it belongs to a composition (Japanese, Chinese, Korean input); Safari says the last by 229. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;

/** The Enter that ends a composition must not send the form. */
export const holdComposingEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};
