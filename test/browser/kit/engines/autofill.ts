import { chromium } from 'playwright-core';
import * as v from 'valibot';
import { onPath } from '#test/tools/chromium.mjs';
import { openFirefox } from './firefox.ts';
import { createPerson, type Person } from './person.ts';
import { idsOf, until } from './session.ts';

/** Firefox enables its address autofill by the user's country. */
const preferences = {
  'extensions.formautofill.addresses.supported': 'on',
  'extensions.formautofill.addresses.enabled': true,
  'extensions.formautofill.creditCards.supported': 'on',
  'extensions.formautofill.creditCards.enabled': true,
};

const actor = `
  const tab = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.browsingContext;
  const actor = tab.currentWindowGlobal.getActor('FormAutofill');`;

/** Firefox looks for fields only when something is saved; a name has parts that Firefox computes when it saves it. */
const save = `
  const { formAutofillStorage } = ChromeUtils.importESModule('resource://autofill/FormAutofillStorage.sys.mjs');
  await formAutofillStorage.initialize();
  const saved = await formAutofillStorage.addresses.add(args[0]);
  return formAutofillStorage.addresses.get(saved);`;

/** The script that a choice in the list below the focused field runs. Returns how the fields were recognised. */
const fill = `${actor}
  const [name, profile] = args;
  const fields = [...actor.sectionsByRootId.values()].flat().flatMap(({ fieldDetails }) => fieldDetails);
  const field = fields.find(({ fieldName }) => fieldName === name);
  if (!field) throw new Error('Recognised: ' + fields.map(({ fieldName }) => fieldName).join(', '));
  await actor.autofillFields(field.elementId, profile);
  return fields.map(({ reason }) => reason);`;

/** Takes the focus off everything; returns whether the user sees the field. */
const prepare = `
  document.activeElement.blur();
  return Boolean(document.querySelector(arguments[0])?.checkVisibility({ opacityProperty: true, visibilityProperty: true }));`;

const byToken = v.object({ fillingStrategy: v.literal('autocompleteAttribute') });
const Profile = v.record(v.string(), v.unknown());

/** A browser with an address saved in it. */
export type Filler = Pick<Person, 'open' | 'evaluate'> & {
  close: () => Promise<void>;
  /**
   * Fills the form of the field that the browser takes for `token`, by default with the saved address. Throws if it recognised
   * a field that it filled by anything but its token.
   */
  autofill: (selector: string, token: string, card?: Card) => Promise<void>;
};
export type Card = { 'cc-name': string; 'cc-number': string; 'cc-exp-month': number; 'cc-exp-year': number };

/** Firefox ESR with a saved address, which `autofill` fills in as a choice in the list below a field does. */
export const firefoxWithAutofill = async (address: Record<string, string>): Promise<Filler> => {
  const firefox = await openFirefox(preferences);
  const saved = v.parse(Profile, await firefox.inChrome(save, address));
  return {
    ...createPerson(firefox),
    close: firefox.close,
    autofill: async (selector, token, profile: Readonly<Record<string, unknown>> = saved) => {
      /*
       * Firefox takes the fields that are visible when one of them gets the focus, and looks again only when their number changes:
       * with the focus in the first, still transparent frame of a fading screen it would find none for good.
       */
      const attempt = async () => {
        const [id] = idsOf(await firefox.send('find', { using: 'css selector', value: selector }));
        if (!(await firefox.send('evaluate', { script: prepare, args: [selector] })))
          throw new Error('Not visible yet.');
        await firefox.send('click', { id });
        return firefox.inChrome(fill, token, profile);
      };
      const reasons = await until(attempt, `Not filled: ${selector}`);
      v.parse(v.array(v.literal('autocomplete')), reasons);
    },
  };
};

/** Chromium's names of the parts of an address. */
const chromiumNames: Record<string, string> = {
  name: 'NAME_FULL',
  email: 'EMAIL_ADDRESS',
  tel: 'PHONE_HOME_WHOLE_NUMBER',
  country: 'ADDRESS_HOME_COUNTRY',
  'address-level1': 'ADDRESS_HOME_STATE',
  'street-address': 'ADDRESS_HOME_STREET_ADDRESS',
};
const Filled = v.object({
  filledFields: v.array(v.object({ name: v.string(), value: v.string(), fillingStrategy: v.string() })),
});

/** The whole Chromium, whose autofill the protocol triggers with this address as its developer tools do. */
export const chromiumWithAutofill = async (saved: Record<string, string>): Promise<Filler> => {
  const browser = await chromium.launch({ executablePath: onPath('chromium') ?? 'chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  const fields = Object.entries(saved).map(([token, value]) => ({ name: chromiumNames[token] ?? token, value }));
  await session.send('Autofill.enable');
  const idOf = async (selector: string): Promise<number> => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    return (await session.send('DOM.describeNode', { nodeId })).node.backendNodeId;
  };
  return {
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (script) => page.evaluate(`(() => {${script}})()`),
    close: () => browser.close(),
    autofill: async (selector, _token, card) => {
      const fieldId = await idOf(selector);
      if (card) {
        const expires = { expiryMonth: String(card['cc-exp-month']), expiryYear: String(card['cc-exp-year']) };
        const wanted = { number: card['cc-number'], name: card['cc-name'], cvc: '', ...expires };
        await session.send('Autofill.trigger', { fieldId, card: wanted });
        return;
      }
      const reported = new Promise((resolve) => session.once('Autofill.addressFormFilled', resolve));
      await session.send('Autofill.trigger', { fieldId, address: { fields } });
      const { filledFields } = v.parse(Filled, await reported);
      for (const { value, ...field } of filledFields) if (value) v.parse(byToken, field);
    },
  };
};
