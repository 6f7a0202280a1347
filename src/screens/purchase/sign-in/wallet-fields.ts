import type { FieldTemplate, TypedFields } from '#src/domain/customer.ts';
import type { Asks, Contact } from '#src/payments/stripe-express.ts';

/** Details that a wallet is asked for: an optional telephone number is left to the visitor. */
export const asksOf = (templates: readonly FieldTemplate[]): Asks => {
  const find = (field: FieldTemplate['field_name']) =>
    templates.find(({ field_name, is_display }) => is_display && field_name === field);
  return { name: Boolean(find('fullname')), email: Boolean(find('email')), phone: find('phone')?.is_require ?? false };
};

/** The fields of the form that a wallet has filled in. Nobody typed its address, so that no second one is needed. */
export const fieldsOfWallet = (asks: Asks, { name, email, phone }: Contact): TypedFields => ({
  ...(asks.name && name && { fullname: name }),
  ...(asks.email && email && { email, email_confirm: email }),
  ...(asks.phone && phone && { phone }),
});
