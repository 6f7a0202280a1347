/** Types of code in a visitor's browser besides ES2022 and the DOM (tsconfig.browsers.json). */

declare module '*.css';
interface ImportMeta {
  readonly url: string;
  readonly env: { readonly PROD: boolean };
}
/** Of ES2023, all supported browsers have this alone. */
interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
}
