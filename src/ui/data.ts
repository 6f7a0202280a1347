/** Attributes a tester (or a style) may set on any control: `data-event`, `data-key`, `data-primary` … */
export type DataProps = { readonly [name: `data-${string}`]: string | number | boolean | undefined };
