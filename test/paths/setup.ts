import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Files share a page: each begins with an empty one at the address `/`, without stored data.
sessionStorage.clear();
localStorage.clear();
history.replaceState(null, '', '/');
document.head.replaceChildren();
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);

afterEach(cleanup);
