import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a shop in React is: a list of tickets, each with a button that adds one. All times are ratios to it. */
const tickets = ['Adult', 'Student', 'Child', 'Timed entry, morning', 'Timed entry, evening'];

function Floor() {
  const [counts, setCounts] = useState<Record<string, number>>({});
  return (
    <main>
      <h1>Digital Art Museum</h1>
      <p>A museum of light. Choose a slot and the number of tickets.</p>
      <ul>
        {tickets.map((name) => (
          <li key={name}>
            {name}
            <button type="button" onClick={() => setCounts({ ...counts, [name]: (counts[name] ?? 0) + 1 })}>
              +
            </button>
            <output>{counts[name] ?? 0}</output>
          </li>
        ))}
      </ul>
      <button type="button" id="go" disabled={Object.keys(counts).length === 0}>
        Continue
      </button>
    </main>
  );
}

const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Floor />
    </StrictMode>,
  );
