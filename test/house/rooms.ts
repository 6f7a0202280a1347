/**
 * Allowed imports (docs/architecture.md#imports). A file's room is the longest matching name; a room may always import itself.
 * `types`: rooms from which only types may be imported. `lazy`: rooms that may only be imported as types or by `await import()`.
 * `never`: exceptions. `packages` are exact names; `node:` is all of Node's modules.
 */
export type Room = {
  rooms: readonly string[];
  types?: readonly string[];
  lazy?: readonly string[];
  never?: readonly string[];
  packages: readonly string[] | 'all';
};

const lingui = ['@lingui/core', '@lingui/react'];
const contract = ['src/api/contract', 'src/api/endpoint'];

export const rooms: Readonly<Record<string, Room>> = {
  // In addition to docs/architecture.md#imports: orders need a token of the bot check's script on some sites.
  machines: {
    rooms: ['src/domain', 'src/api', 'src/payments/page-settings'],
    lazy: ['src/payments', 'src/scripts'],
    packages: ['xstate', 'valibot'],
  },
  src: { rooms: ['src', 'machines', 'locales'], packages: ['react', 'react-dom', 'react-dom/client', ...lingui] },
  'src/app': {
    rooms: ['src', 'machines', 'locales'],
    packages: ['react', 'react-dom/client', 'xstate', '@xstate/react', 'wouter', ...lingui],
  },
  // Rendered by the server; nothing of the page imports it.
  'src/first-paint': {
    rooms: ['src', 'machines', 'locales'],
    packages: ['react', 'react-dom/client', 'xstate'],
  },
  'src/first-paint/markup': {
    rooms: ['src', 'machines', 'locales'],
    packages: ['react', 'react-dom/server', 'xstate', ...lingui],
  },
  // In addition to docs/architecture.md#imports: the busy bar and the stored catalogue observe the calls, the language loads the
  // catalogues, scrolling waits for a press.
  'src/mirrors': {
    rooms: [
      ...['machines/shared', 'machines/snapshot', 'src/scripts', 'src/device', 'src/domain'],
      ...['src/api/reports', 'src/api/catalogue', 'src/ui/pointer', 'locales'],
    ],
    types: ['machines'],
    packages: [
      ...['react', 'xstate', '@xstate/react', 'wouter', 'regexparam', 'valibot'],
      ...['message-compiler', '@statelyai/inspect', ...lingui],
    ],
  },
  'src/screens': {
    rooms: ['machines/shared', 'src/ui', 'src/forms', 'src/payments', 'src/domain'],
    types: ['machines'],
    packages: ['react', 'valibot', 'xstate', '@xstate/react', 'wouter', ...lingui],
  },
  // In addition to docs/architecture.md#imports: our own card forms use the presentational components and the validation library;
  // the settings come from the page's site and its catalogue.
  'src/payments': {
    rooms: [...contract, 'src/api/catalogue', 'src/device', 'src/domain', 'src/scripts', 'src/ui'],
    packages: ['react', 'valibot', '@stripe/stripe-js', '@stripe/stripe-js/pure'],
  },
  // In addition to docs/architecture.md#imports: forms use the presentational components.
  'src/forms': { rooms: ['src/domain', 'src/ui'], packages: ['react', 'valibot', ...lingui] },
  'src/ui': { rooms: ['src/domain'], types: ['locales'], packages: ['react', 'uqr', 'wouter', '@lingui/react'] },
  'src/api': { rooms: ['src/device', 'src/domain'], packages: ['valibot', 'ofetch'] },
  'src/device': { rooms: ['src/domain', 'src/scripts'], packages: ['valibot', '@lingui/core'] },
  'src/sites': { rooms: ['src/domain'], packages: ['valibot', '@rgrove/parse-xml', 'image-size', 'jsonc-parser'] },
  // Read by server, build and tools, never by the page.
  'src/sites/folder': {
    rooms: ['src/domain', 'src/sites'],
    packages: ['node:crypto', 'node:fs', 'node:path'],
  },
  'src/scripts': { rooms: ['src/domain'], packages: [] },
  'src/worker': { rooms: ['src/domain'], packages: [] },
  'src/domain': { rooms: [], packages: ['valibot'] },
  // It starts the sandbox by its path.
  server: {
    rooms: [...contract, 'src/domain', 'src/sites', 'locales'],
    types: ['packages/sandbox/process'],
    packages: 'all',
  },
  // Plays the providers: a fault in our adapters must not be repeated by their judge.
  'packages/sandbox': { rooms: [], packages: 'all' },
  // The production build: vite.config.ts and its plugins.
  build: {
    rooms: ['src/domain', 'src/sites'],
    packages: [
      ...['node:crypto', 'node:fs', 'node:path', 'node:url', '@lingui/vite-plugin', 'rolldown', 'valibot'],
      ...['vite', 'xstate'],
    ],
  },
  packages: { rooms: ['build', 'machines', 'packages', 'src', 'server', 'locales', 'test'], packages: 'all' },
  test: { rooms: ['build', 'machines', 'packages', 'src', 'server', 'locales', 'test'], packages: 'all' },
};
