import { walkCharts } from './kit/chart-walks/charts.ts';

walkCharts('payment');
