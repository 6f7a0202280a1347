import { describe, expect, it } from 'vitest';
import { formatFaults } from './formats.ts';
import { parse, sourcesIn } from './source.ts';

const faultsOf = (...texts: string[]) =>
  formatFaults(texts.map((text, index) => parse(`src/domain/${'abc'[index]}.ts`, text)));

const made = "const dates = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo' });\n";

describe('code never parses a formatted date or number', () => {
  it('holds in the app, the charts, the server and the tools', () => {
    const sources = sourcesIn(['src', 'machines', 'packages', 'server', 'test']).filter(
      ({ path }) => !/\.test\.tsx?$/.test(path),
    );
    expect(formatFaults(sources)).toEqual([]);
  });

  it.each([
    "new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' });",
    "const day = (at: Date) => at.toLocaleDateString('sv-SE');",
    `${made}const [day] = dates.format(0).split('/');`,
    `${made}const day = dates.format(0); const month = day.slice(0, 7);`,
    `${made}const text = dates.format(0).replace(', ', ' ');`,
    `${made}const year = Number(dates.format(0));`,
    `${made}const year = +dates.format(0);`,
    `${made}const found = /\\d+/.exec(dates.format(0));`,
    `${made}const at = new Date(\`\${dates.format(0)}T00:00Z\`);`,
    `${made}const isToday = dates.format(0) === dates.format(1);`,
    `${made}const [first] = dates.format(0);`,
    `${made}const row = rows[dates.format(0)];`,
    `${made}const year = dates.formatToParts(0).find(({ type }) => type === 'year');`,
    'const count = parseInt((4).toLocaleString(), 10);',
    `${made}const text = (at: number) => dates.format(at);\nconst day = text(0).slice(0, 7);`,
    `${made}function text(at: number) { return dates.format(at); }\nconst day = text(0).split('-');`,
  ])('rejects %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1);
  });

  it('rejects it through an export of another file', () => {
    const texts = [
      `${made}export const longDay = (at: number) => dates.format(at);`,
      "import { longDay } from '#src/domain/a.ts';\nexport const say = (at: number) => 'on ' + longDay(at);",
      "import { say } from './b.ts';\nconst last = say(0) === say(1);",
    ];
    expect(faultsOf(...texts)).toEqual(['src/domain/c.ts computes with formatted text: say(0) === say(1)']);
  });
});
