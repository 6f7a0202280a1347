import type { TypedFields } from '#src/domain/customer.ts';

/** Input by form, for as long as the page lives: refills a form after a session timeout (docs/charts.md#input). */
const forms = new Map<string, TypedFields>();

export const remember = (form: string, fields: TypedFields): void => {
  forms.set(form, fields);
};

export const remembered = (form: string): TypedFields | undefined => forms.get(form);

const bases = new Map<string, string>();

/** The same, if it was typed over the same saved data as now: another order's are not mixed with it. */
export const rememberedOver = (form: string, saved: object | null): TypedFields | undefined => {
  const base = JSON.stringify(saved);
  const isSame = bases.get(form) === base;
  bases.set(form, base);
  return isSame ? remembered(form) : undefined;
};

/** Clears all input, when the purchase is complete. */
export const forgetForms = (): void => forms.clear();
