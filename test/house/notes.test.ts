import { globSync } from 'node:fs';
import { faultsOfNotes, notesOf, readNotes } from '@ticket-store/chart-tools/studio/notes.ts';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';

describe('notes beside charts', () => {
  it('name states and events that exist', () => {
    expect(Object.values(machines).flatMap((machine) => faultsOfNotes(machine, notesOf(machine.id)))).toEqual([]);
  });

  it('lie beside a chart of their name', () => {
    const files = globSync('machines/**/*.notes.md').map((file) => file.replaceAll('\\', '/'));
    const allowed = Object.keys(machines).map((id) => `machines/${id}/${id}.notes.md`);
    expect(files.filter((file) => !allowed.includes(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it('are refused where they name nothing, or say nothing', () => {
    const notes = readNotes('# purchase\n\nFine.\n\n## nowhere\n\nA text.\n\n## checkout\n');
    expect(faultsOfNotes(machines.purchase, notes)).toEqual([
      'purchase.notes.md: "nowhere" is no state and no event of the chart',
      'purchase.notes.md: nothing is said about "checkout"',
    ]);
  });
});
