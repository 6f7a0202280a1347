import { expect, it } from 'vitest';
import { walkCrossings } from './kit/chart-walks/charts.ts';

const missing = walkCrossings(12);

it('the walks take every transition in every state of these charts in Chromium', () => expect(missing()).toEqual([]));
