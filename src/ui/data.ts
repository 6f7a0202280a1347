/** Data attributes for tests and styles on any control: `data-event`, `data-key`, `data-primary` … */
export type DataProps = { readonly [name: `data-${string}`]: string | number | boolean | undefined };
