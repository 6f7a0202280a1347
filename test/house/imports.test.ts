import { expect, it } from 'vitest';
import { importFaults } from './imports.ts';
import { parse, sourcesIn } from './source.ts';

const faultsOf = (path: string, text: string) => importFaults(parse(path, text));

/** docs/architecture.md#imports */
it('imports follow the layers in every file', () => {
  const sources = sourcesIn(['build', 'machines', 'packages', 'src', 'server', 'test']);
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(importFaults)).toEqual([]);
});

it.each([
  ['a chart that imports React', 'machines/app/app.machine.ts', "import { useState } from 'react';"],
  ['a chart with a provider’s script', 'machines/a/a.actors.ts', "import { a } from '#src/scripts/bot-check.ts';"],
  ['a production build that needs tests', 'build/plugins.ts', "import { a } from '#test/tools/size.ts';"],
  ['a screen that calls the server', 'src/screens/order/x.tsx', "const load = () => import('#src/api/call.ts');"],
  ['a screen that imports a chart', 'src/screens/x.tsx', "import { a } from '#machines/app/app.machine.ts';"],
  ['a UI component that imports a form', 'src/ui/x.tsx', "export { field } from '../forms/field.tsx';"],
  ['a type is an import too', 'src/domain/x.ts', "import type { Call } from '../api/call.ts';"],
  ['an inline type import', 'src/domain/x.ts', "type Call = import('../api/call.ts').Call;"],
  ['domain code that imports a package', 'src/domain/x.ts', "import { html } from 'hono/html';"],
  ['a server that imports a chart', 'server/web/routes/x.ts', "import '#machines/app/app.machine.ts';"],
  ['a sandbox that shares rules', 'packages/sandbox/x.ts', "import { a } from 'ticket-store/src/domain/money.ts';"],
  ['a server inside the sandbox', 'server/payments/x.ts', "import { a } from '@ticket-store/sandbox/ledger.ts';"],
  ['a missing ending', 'src/ui/x.tsx', "import { money } from '#src/domain/money';"],
  ['an unknown folder', 'src/helpers/x.ts', "import { a } from '../../other/a.ts';"],
])('the rule rejects: %s', (_title, path, text) => {
  expect(faultsOf(path, text)).toHaveLength(1);
});
