import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import type { FieldTemplate } from '#src/domain/customer.ts';
import { rulesOf, type SiteCode } from '#src/domain/site.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { chromiumWithAutofill, type Filler, firefoxWithAutofill } from './kit/engines/autofill.ts';
import { until } from './kit/engines/session.ts';
import { startOwnShop } from './kit/host.ts';
import { readAt, rootOf } from './kit/site-walk.ts';

/** The autofill of Firefox ESR and Chromium themselves, with an address and a card that the user has saved there. */
const shop = await startOwnShop();
afterAll(shop.close);
const address = {
  name: 'Hanako Yamada',
  tel: '+819012345678',
  country: 'JP',
  'address-level1': 'Tokyo',
  'street-address': '1-2-3 Minato',
};
const card = { 'cc-name': 'Hanako Yamada', 'cc-number': '4111111111111111', 'cc-exp-month': 12, 'cc-exp-year': 2039 };
/** One address each: the shop sends only a few mails to one in a row. */
const mails = { Firefox: 'hanako@visitor.example', Chromium: 'yamada@visitor.example' };
const fillers = {
  Firefox: await firefoxWithAutofill({ ...address, email: mails.Firefox }),
  Chromium: await chromiumWithAutofill({ ...address, email: mails.Chromium }),
};
for (const { close } of Object.values(fillers)) afterAll(close);

/** What a browser can know of a field; it has no sex, and no age without a day of birth. */
const expectedIn = ({ field_name, list }: FieldTemplate, email: string): string => {
  if (field_name === 'resident_area')
    return { prefectures: 'tokyo', countries: 'JP', asia: 'JP', none: 'Tokyo' }[String(list ?? 'none')] ?? '';
  return (
    { fullname: address.name, email, phone: address.tel, address: address['street-address'] }[String(field_name)] ?? ''
  );
};

const isText = ({ is_display, field_name }: FieldTemplate) =>
  is_display && field_name !== 'gender' && field_name !== 'mail_magazine';

/** Each run takes the next step to the customer's form. */
const lead = `
  const offered = (event) => [...document.querySelectorAll('[data-event="' + event + '"]')]
    .filter((one) => one.ariaDisabled !== 'true');
  for (const event of ['product.choose', 'timespan.choose'])
    if (!offered(event).some((one) => one.checked)) offered(event)[0]?.click();
  if (!offered('day.choose').some((one) => one.ariaPressed === 'true')) offered('day.choose')[0]?.click();
  for (const more of offered('option.set').filter((one) => one.matches('.stepper button:last-of-type')))
    if (more.previousElementSibling.value === '0') more.click();
  offered('order.submit')[0]?.click();
  return document.querySelector('[name=fullname]') !== null;`;
/** Fills in what autofill left empty, and sends the form. */
const complete = `
  for (const one of document.querySelectorAll('form :is([type=text], [type=tel], textarea, select)')) {
    if (one.value || one.name === 'email_confirm') continue;
    const type = Object.getPrototypeOf(one);
    Object.getOwnPropertyDescriptor(type, 'value').set.call(one, one.options?.[2].value ?? 'x');
    one.dispatchEvent(new Event('input', { bubbles: true }));
    one.dispatchEvent(new Event('change', { bubbles: true }));
  }
  document.querySelector('[type=radio]')?.click();
  document.querySelector('[data-event="customer.submit"]').click();`;

const Values = v.record(v.string(), v.string());
const values = async (filler: Filler) =>
  v.parse(
    Values,
    await filler.evaluate(`return Object.fromEntries(
      [...document.querySelectorAll('form [name]')].map(({ name, value }) => [name, value]))`),
  );
const untilTrue = (filler: Filler, script: string, what: string) =>
  until(async () => {
    const found = await filler.evaluate(
      `return [Boolean((() => {${script}})()), document.documentElement.dataset.state]`,
    );
    if (!v.is(v.tuple([v.literal(true), v.string()]), found)) throw new Error(String(found));
  }, what);

/** The first method if its card form is part of the shop's page; other providers have a frame. Null where a mail comes first. */
const cardFormAt = (site: SiteCode) => {
  const settings = shop.deps.sites.settingsOf(site);
  const [method] = settings.methods;
  return !rulesOf(settings).mailConfirm && (method === 'gmo' || method === 'softbank_credit') ? method : null;
};
const open = siteCodes.filter((site) => !rulesOf(shop.deps.sites.settingsOf(site)).onlyMail);
const byForm = [open.filter((site) => cardFormAt(site)), open.filter((site) => !cardFormAt(site))];

describe.each(['Firefox', 'Chromium'] as const)('the autofill of %s', (name) => {
  const filler = fillers[name];
  it.each(sampled('autofill', byForm))(
    'fills the customer’s form, and the shop’s own card form, at %s',
    async (site) => {
      const method = cardFormAt(site);
      await filler.open(`${rootOf(shop, site)}/?lang=ja`);
      await untilTrue(filler, lead, 'No form');
      await filler.autofill('[name=fullname]', 'name');
      const found = await values(filler);
      const templates = await readAt(shop, { site, lang: 'ja' }, 'getFieldTemplates');
      for (const template of templates)
        if (isText(template)) expect(found[template.field_name]).toBe(expectedIn(template, mails[name]));
      expect(found.email_confirm).toBe(mails[name]);
      await filler.evaluate(complete);
      await untilTrue(
        filler,
        `return !document.documentElement.dataset.state.startsWith('purchase.sign-in')`,
        'Refused',
      );
      if (!method) return;
      await untilTrue(
        filler,
        `document.querySelector('[data-event="method.choose"][data-key="${method}"]').click();
        return document.querySelector('[name=card_number]')`,
        'No card form',
      );
      await filler.autofill('[name=card_number]', 'cc-number', card);
      const filled = { card_number: card['cc-number'], card_month: '12', card_year: '2039' };
      const wanted = method === 'gmo' ? { ...filled, card_name: card['cc-name'] } : filled;
      // The browser tells its page to fill the fields, and does not wait for it.
      await until(async () => expect(await values(filler)).toMatchObject(wanted), 'No card');
    },
  );
});
