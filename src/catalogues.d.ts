/**
 * A catalogue of messages compiled by the build: `import('#locales/ja/messages.json?lingui')`, or one of its parts, `?first?lingui` and
 * `?rest?lingui` (build/catalogues.ts).
 */
declare module '*?lingui' {
  export const messages: import('@lingui/core').Messages;
}
