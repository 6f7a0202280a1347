import * as v from 'valibot';
import { openFirefox } from './firefox.ts';
import { createPerson } from './person.ts';
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

/** What a choice in the list below the focused field runs. Returns how the fields were recognised. */
const fill = `${actor}
  const [name, profile] = args;
  const fields = [...actor.sectionsByRootId.values()].flat().flatMap(({ fieldDetails }) => fieldDetails);
  const field = fields.find(({ fieldName }) => fieldName === name);
  if (!field) throw new Error('Recognised: ' + fields.map(({ fieldName }) => fieldName).join(', '));
  await actor.autofillFields(field.elementId, profile);
  return fields.map(({ reason }) => reason);`;

const Profile = v.record(v.string(), v.unknown());

/** A person whose Firefox has saved an address. */
export const openWithAutofill = async (address: Record<string, string>) => {
  const firefox = await openFirefox(preferences);
  const saved = v.parse(Profile, await firefox.inChrome(save, address));
  return {
    ...createPerson(firefox),
    close: firefox.close,
    /**
     * Fills the form of the field that the browser takes for `token`, by default with the saved address. Throws if it recognised
     * a field by anything but its token.
     */
    autofill: async (selector: string, token: string, profile: Readonly<Record<string, unknown>> = saved) => {
      const [id] = idsOf(await firefox.send('find', { using: 'css selector', value: selector }));
      await firefox.send('click', { id });
      const reasons = await until(() => firefox.inChrome(fill, token, profile), `Not filled: ${selector}`);
      v.parse(v.array(v.literal('autocomplete')), reasons);
    },
  };
};
