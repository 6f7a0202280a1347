import { walkCrossings } from './kit/chart-walks/charts.ts';

walkCrossings(20);
