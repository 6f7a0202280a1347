import 'ticket-store/src/ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from 'ticket-store/src/app/app.tsx';
import { trackFocus } from 'ticket-store/src/ui/focus.ts';
import { startSampleClock } from './clock.ts';
import { openSimulation } from './open.ts';

/** Longest wait for the parts of a screen, in frames. */
const maxFrames = 300;
const nextFrame = () => new Promise<void>((resolve) => setTimeout(resolve, 16));

startSampleClock();
trackFocus();
const root = document.getElementById('root');
const address = new URLSearchParams(location.search);
const { arrival, report, ...shop } = await openSimulation(address);
if (root) createRoot(root).render(<App {...shop} />);
// While the shop opens there is no heading, so its loading view counts as the screen.
const parts = /^catalogue\b/.test(address.get('state') ?? '') ? '#main h1, #main .waiting' : '#main h1';
const isComplete = () => document.querySelector(`${parts}, dialog[open]`) !== null;
for (let tries = 0; tries < maxFrames && !isComplete(); tries += 1) await nextFrame();
report({ kind: 'arrived', ...arrival });
