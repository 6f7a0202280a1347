/** A message catalogue compiled by the build: `import('#locales/ja/messages.json?lingui')`. */
declare module '*?lingui' {
  export const messages: import('@lingui/core').Messages;
}
