import { describe, expect, it } from 'vitest';
import { botCheckKey } from '#src/domain/site.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';

const all = siteCodes.map(settingsOf);

/** External scripts that only some sites load, besides those of their payment methods. */
describe('the sites together', () => {
  it.each(['development', 'staging'] as const)('in %s use only test keys for their bot check', (environment) => {
    const keys = all.map((site) => botCheckKey(site, environment)).filter(Boolean);
    expect(keys).toEqual(['recaptcha_site_key_of_the_sandbox']);
  });

  it('have one site with a bot check and one with a device fingerprint where purchases start in the browser', () => {
    const checked = all.filter(({ recaptcha }) => recaptcha);
    const watched = all.filter(({ fingerprint }) => fingerprint !== null);
    expect([checked.map(({ code }) => code), watched.map(({ code }) => code)]).toEqual([['mori'], ['softbank']]);
    for (const site of [...checked, ...watched]) expect(site.isOnlyStartMailConfirm).toBe(false);
    for (const { fingerprint } of watched) {
      for (const test of ['development', 'staging'] as const)
        expect(URL.parse(fingerprint?.url[test] ?? '')?.protocol).toBe('https:');
    }
  });
});
