import type { KeyboardEvent } from 'react';

/** True if a key press belongs to an input method's composition; Safari marks the last one by keyCode 229. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;

/** Prevents the Enter that ends a composition from submitting the form. */
export const holdComposingEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};
