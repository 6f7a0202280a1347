import type { TypedFields } from '#src/domain/customer.ts';

/** Input by form, for as long as the page lives: refills a form after a session timeout (docs/charts.md#input). */
const forms = new Map<string, TypedFields>();

export const remember = (form: string, fields: TypedFields): void => {
  forms.set(form, fields);
};

export const remembered = (form: string): TypedFields | undefined => forms.get(form);

/** By form, the saved data (JSON) that it showed when it was last opened. */
const lastSaved = new Map<string, string>();

/** The remembered input, unless the saved data are others than when the form was last opened: it was typed for another order. */
export const rememberedOver = (form: string, saved: object | null): TypedFields | undefined => {
  const savedNow = JSON.stringify(saved);
  const isSame = lastSaved.get(form) === savedNow;
  lastSaved.set(form, savedNow);
  return isSame ? remembered(form) : undefined;
};

/** Clears all input, when the purchase is complete. */
export const forgetForms = (): void => forms.clear();
