import fc, { type Arbitrary } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { getFieldTemplates } from '#src/api/contract/catalogue.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { type CustomerField, type CustomerInfo, customerFields, type FieldTemplate } from '#src/domain/customer.ts';
import { customerOf, fieldErrorsOf } from '#src/domain/customer-check.ts';
import { mailMagazine, optionLists } from '#src/domain/option-lists.ts';
import type { OptionListName } from '#src/domain/options.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { ruleTexts } from '#src/domain/rules.ts';
import { choiceTyped, mailTyped, phoneTyped, textNear } from '#test/tools/typed.ts';
import { customer, hold, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { changeRows } from './kit/rows.ts';
import { startShop } from './kit/shop.ts';

/**
 * Client and server must agree on every rule. The client's verdict comes from the function the customer form calls, with the
 * server's field templates; the server's verdict is its response to `PUT /orders/{token}`, requested through `fetch` without a
 * network connection.
 */

const seed = 20261123;
/** Verdicts for each field; each request judges one value of every field. */
const numRuns = process.env.FULL ? 10_000 : 2_000;

type Lists = Partial<Record<CustomerField, OptionListName>>;
const first: Lists = {
  gender: 'genders',
  age: 'age_bands',
  resident_area: 'residence_areas',
  questionnaire1: 'prefectures',
  questionnaire2: 'countries',
  questionnaire3: 'asia',
};
const second: Lists = { gender: 'genders_two', age: 'age_bands_fine', questionnaire3: 'countries' };
/** The lists a site offers and the fields it requires: every list and kind of field, required and optional. */
const sites: [string, Lists, (field: CustomerField) => boolean][] = [
  ['everything is required', first, () => true],
  ['nothing is required', first, () => false],
  ['other lists, everything is required', second, () => true],
  ['other lists, half is required', second, (field) => customerFields.indexOf(field) % 2 === 1],
];

const typedBy: Record<CustomerField, Arbitrary<string>> = {
  fullname: textNear(60),
  email: mailTyped,
  phone: phoneTyped,
  gender: textNear(200),
  age: textNear(200),
  resident_area: textNear(200),
  address: textNear(200),
  questionnaire1: textNear(200),
  questionnaire2: textNear(200),
  questionnaire3: textNear(200),
  mail_magazine: choiceTyped(mailMagazine),
};
const customersOf = (lists: Lists): Arbitrary<CustomerInfo> => {
  const typed = (field: CustomerField) => {
    const list = lists[field];
    return list ? choiceTyped(optionLists[list]) : typedBy[field];
  };
  return fc.tuple(...customerFields.map(typed)).map((values) => ({
    ...customer,
    ...Object.fromEntries(customerFields.map((field, index) => [field, values[index]])),
  }));
};

const shop = await forFile(startShop());
const server = createServer(shop.deps);
const callServer = async (method: string, path: string, body?: object): Promise<{ status: number; json: unknown }> => {
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${shop.url}${apiPrefix}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await server.fetch(request);
  return { status: answer.status, json: await answer.json() };
};
const token = (await hold(shop, (await slotAt(shop, 0)).id)).token;

/** Configures the default site with these lists and returns its templates as the client receives them. */
const furnish = async (lists: Lists, isRequired: (field: CustomerField) => boolean): Promise<FieldTemplate[]> => {
  for (const field of customerFields)
    await changeRows(
      shop,
      'field_templates',
      { site: 'borderless', field_name: field },
      { is_display: true, is_require: isRequired(field), list: lists[field] ?? null },
    );
  return v.parse(getFieldTemplates.reply, (await callServer('GET', '/field_templates')).json);
};

type Verdict = [field: string, text: string][];
/** The form asks for the address twice; here the second entry repeats the first. */
const validateOnClient = (templates: FieldTemplate[], typed: CustomerInfo): Verdict =>
  fieldErrorsOf(templates, { ...typed, email_confirm: typed.email })
    .filter(({ field }) => field !== 'email_confirm')
    .map(({ field, id }) => [field, id]);

const Refusal = v.object({
  code: v.literal('invalid_input'),
  errors: v.array(v.object({ pointer: v.string(), detail: v.string() })),
});
const Text = v.fallback(v.picklist(ruleTexts), 'common_validate_default');
/** The server's verdict, and what it stored when it accepted. Any status other than 200 and 400 fails. */
const validateOnServer = async (typed: CustomerInfo): Promise<{ verdict: Verdict; stored: CustomerInfo | null }> => {
  const { status, json } = await callServer('PUT', `/orders/${token}`, typed);
  if (status === 200) return { verdict: [], stored: v.parse(OrderSchema, json).customer_info };
  expect(status).toBe(400);
  const { errors } = v.parse(Refusal, json);
  return { verdict: errors.map(({ pointer, detail }) => [pointer.slice(2), v.parse(Text, detail)]), stored: null };
};

/** A customer that is valid on every site with these lists. */
const fitting = (lists: Lists): CustomerInfo => ({
  ...customer,
  address: '東京都',
  questionnaire1: '？',
  questionnaire2: '𠮷',
  questionnaire3: 'ﾀﾞﾘ',
  ...Object.fromEntries(Object.entries(lists).map(([field, list]) => [field, optionLists[list][0]])),
});

describe(`client and server, ${numRuns} inputs for every field (seed ${seed})`, () => {
  const textCounts = new Map(customerFields.map((field) => [field, new Map<string, number>()]));
  const count = (field: CustomerField, text: string) => {
    const texts = textCounts.get(field);
    texts?.set(text, (texts.get(text) ?? 0) + 1);
  };
  let storedCount = 0;

  it.each(sites)('agree where %s', async (_, lists, isRequired) => {
    const templates = await furnish(lists, isRequired);
    let runs = 0;
    const property = fc.asyncProperty(customersOf(lists), async (typed) => {
      const verdict = validateOnClient(templates, typed);
      expect((await validateOnServer(typed)).verdict).toEqual(verdict);
      const wrong = new Map(verdict);
      for (const field of customerFields) count(field, wrong.get(field) ?? 'fits');
      runs += 1;
      if (runs % 10 > 0) return;

      const right = Object.entries(fitting(lists)).filter(([field]) => wrong.has(field));
      const good = { ...typed, ...Object.fromEntries(right) };
      const wire = customerOf(templates, good);
      expect(validateOnClient(templates, good)).toEqual([]);
      expect((await validateOnServer(good)).stored).toEqual(wire);
      // The stored values must equal the ones the client sent: nothing is normalised twice.
      expect(validateOnClient(templates, wire)).toEqual([]);
      expect(customerOf(templates, wire)).toEqual(wire);
      storedCount += 1;
    });
    await fc.assert(property, { seed, numRuns: numRuns / sites.length });
  });

  it('cover every field hundreds of times: valid, missing and invalid', () => {
    expect(storedCount).toBeGreaterThanOrEqual(numRuns / 10);
    for (const [field, texts] of textCounts) {
      const counts = [...texts.values()];
      expect(
        counts.reduce((sum, one) => sum + one, 0),
        field,
      ).toBeGreaterThanOrEqual(numRuns);
      expect(texts.size, field).toBeGreaterThanOrEqual(3);
      expect(Math.min(...counts), field).toBeGreaterThan(numRuns / 50);
    }
  });

  it('reject the same values that no database can store', async () => {
    const templates = await furnish(first, () => false);
    const unfit = fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800');
    const text = fc.tuple(fc.string({ maxLength: 12 }), unfit, fc.string({ maxLength: 12 })).map((all) => all.join(''));
    const property = fc.asyncProperty(fc.constantFrom(...customerFields), text, async (field, value) => {
      const typed = { ...fitting(first), [field]: value };
      expect(validateOnClient(templates, typed)).toEqual([[field, 'common_validate_default']]);
      expect((await validateOnServer(typed)).verdict).toEqual([[field, 'common_validate_default']]);
    });
    await fc.assert(property, { seed, numRuns });
  });
});
