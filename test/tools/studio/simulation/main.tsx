import '#src/ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/app.tsx';
import { startSampleClock } from './clock.ts';
import { openSimulation } from './open.ts';

/** Longest wait for the parts of a screen, in frames. */
const most = 300;
const nextFrame = () => new Promise<void>((resolve) => setTimeout(resolve, 16));

startSampleClock();
const root = document.getElementById('root');
const { app, site, lost, missing, report } = await openSimulation(new URLSearchParams(location.search));
if (root) createRoot(root).render(<App app={app} site={site} />);
const stands = () => document.querySelector('#main h1, dialog[open]') !== null;
for (let tries = 0; tries < most && !stands(); tries += 1) await nextFrame();
report({ kind: 'stands', state: document.documentElement.dataset.state ?? '', missing, lost });
