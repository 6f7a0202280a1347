import { expect, it } from 'vitest';
import { walkCharts } from './kit/chart-walks/charts.ts';

const lacking = walkCharts('hand-over');

it('the walks take every transition of these charts in Chromium', () => expect(lacking()).toEqual([]));
