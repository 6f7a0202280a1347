import { registerHooks } from 'node:module';

/**
 * Replaces the keys in site files as a venue's edit would, in a server that a test starts with `NODE_OPTIONS=--import`.
 * `SITE_KEYS` is JSON: by site the public keys for every environment.
 */
const keys = JSON.parse(process.env.SITE_KEYS ?? '{}');

/**
 * The one export of a site's file is named after the site.
 * @param {string} site
 */
const exportName = (site) => site.replaceAll(/-(\w)/g, (pair) => pair.slice(1).toUpperCase());

registerHooks({
  load: (url, context, nextLoad) => {
    const [, site = ''] = /\/src\/sites\/([a-z0-9-]+)\.ts$/.exec(url) ?? [];
    if (!Object.hasOwn(keys, site)) return nextLoad(url, context);
    const name = exportName(site);
    const empty = { stripe: '', gmoShop: '', softbankMerchant: '', softbankService: '', recaptcha: '' };
    const own = JSON.stringify({ ...empty, ...keys[site] });
    const source = `
      import { ${name} as site } from ${JSON.stringify(`${url}?edited`)};
      const own = ${own};
      export const ${name} = { ...site, paymentKeys: { development: own, staging: own, production: own } };`;
    return { format: 'module', source, shortCircuit: true };
  },
});
