/** @vitest-environment happy-dom */

import { settingsOf } from 'ticket-store/test/tools/example-sites.ts';
import { expect, it } from 'vitest';
import { pageNow } from './page-now.ts';

it('a page without a renderer is saved with its styles, drawings and typed text, and runs no scripts', () => {
  document.body.innerHTML = `<img src="${settingsOf('borderless').logo.header.black}"><input name="email" value="a"><script>alert(1)</script>`;
  const field = document.querySelector('input');
  if (field) field.value = 'hanako';
  const html = pageNow(document);
  expect(html).toContain('value="hanako"');
  expect(html).toContain('src="data:image/svg+xml;base64,');
  expect(html).toContain('@layer reset');
  expect(html).not.toMatch(/<script|@import/);
});
