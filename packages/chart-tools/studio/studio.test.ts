import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';

const facts = gatherFacts();

describe('the facts about a chart', () => {
  const chart = (id: string) => facts.charts.find(({ graph }) => graph.id === id);

  it('name its state as the page does, and the charts below it', () => {
    expect(chart('order')?.above).toEqual(['purchase', 'order']);
    expect(chart('change-date')?.above).toEqual(['changedate']);
    expect(chart('hold')?.above).toBeNull();
    expect(chart('purchase')?.runs).toContainEqual({ actor: 'hold', chart: 'hold' });
  });

  it('have the doc comments of guards', () => {
    expect(chart('purchase')?.comments.isAgreed).toBe(
      'A step is changed of an order whose payment was chosen: confirm is the next page.',
    );
  });
});
