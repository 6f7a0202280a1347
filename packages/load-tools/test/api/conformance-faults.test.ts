import { forFile } from 'ticket-store/test/api/kit/for-file.ts';
import { requestMail } from 'ticket-store/test/api/kit/mails.ts';
import { startShop } from 'ticket-store/test/api/kit/shop.ts';
import { sampled } from 'ticket-store/test/tools/sample.ts';
import { expect, it } from 'vitest';
import { answers } from '../../conformance/answers.ts';
import type { Fault } from '../../conformance/fault.ts';
import { faults } from '../../conformance/faults.ts';
import { callNames } from '../../conformance/invariants.ts';
import { orderFaults } from '../../conformance/order-faults.ts';
import { prepare, sitesAt } from '../../conformance/prepared.ts';
import { startProxy } from '../../conformance/proxy.ts';
import { refusals } from '../../conformance/refusals.ts';
import type { Section } from '../../conformance/requirement.ts';
import { ruleFaults } from '../../conformance/rule-faults.ts';
import { examine } from '../../conformance/run.ts';
import { sections } from '../../conformance/sections.ts';
import { tableOf } from '../../conformance/table.ts';
import { ticketFaults } from '../../conformance/ticket-faults.ts';

const shop = await forFile(startShop());
const prepared = await prepare(shop);

/**
 * A fault is checked in the sections of the requirements it breaks and in the checks of every response. Some faults break only
 * the latter, which then need requests from a section.
 */
const sectionsOf = ({ breaks }: Fault): Section[] => {
  const isMeant = ({ requirements }: Section) => requirements.some(({ id }) => breaks.includes(id));
  const meant = sections.filter((section) => section !== answers && isMeant(section));
  return [...(meant.length > 0 ? meant : [refusals]), answers];
};

const all = [...faults, ...orderFaults, ...ruleFaults, ...ticketFaults];

it('there is one fault for each requirement, and one for all response shapes', () => {
  const planted = new Set(all.flatMap(({ breaks }) => breaks));
  const ids = sections.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const shapes = callNames.map((name) => `answers.${name}`);
  expect(ids.filter((id) => !planted.has(id) && !shapes.includes(id))).toEqual([]);
  expect(shapes.filter((id) => planted.has(id))).toHaveLength(1);
});

/** One of every sixteen, in the sequence of the tables. */
const groups = Array.from({ length: Math.ceil(all.length / 16) }, (_, index) => all.slice(index * 16, index * 16 + 16));
const drawn = sampled('planted faults of a server', groups);

it.each(drawn)('$what fails exactly its requirements', async (fault) => {
  const { url, close } = await startProxy(shop.url, fault.between());
  try {
    const { link } = await requestMail(shop);
    const options = { ...prepared, sites: sitesAt(url), links: { corrected: link } };
    const rows = await examine(url, options, sectionsOf(fault));
    const failing = rows.filter(({ is }) => is === 'fails');
    expect(
      failing.map(({ id }) => id),
      tableOf(failing),
    ).toEqual(fault.breaks);
  } finally {
    await close();
  }
});
