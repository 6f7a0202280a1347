import { knownConfigurations, readConfigurations } from '#src/api/catalogue.ts';
import { pageEnvironment } from '#src/device/page-place.ts';
import { pickSite } from '#src/device/site.ts';
import { settingsOf } from '#src/device/site-settings.ts';
import { botCheckKey } from '#src/domain/site.ts';
import type { BotCheckScript } from '#src/scripts/bot-check.ts';

/** Settings of external scripts depend on site, environment and configuration. Throws Failure if that cannot be read. */
export const pageSettings = async () => {
  const code = pickSite();
  const [site, configurations] = await Promise.all([settingsOf(code), readConfigurations(code)]);
  return { site, environment: pageEnvironment(), configurations };
};

/** False if the page knows, without asking, that its orders are sent without a bot check. */
export const mayCheckBots = (): boolean => {
  const known = knownConfigurations(pickSite());
  return known === null || known.bot_check === true;
};

/** The script of the bot check; null if orders are sent without one. Throws Failure. */
export const botCheckScript = async (): Promise<BotCheckScript | null> => {
  const { site, environment, configurations } = await pageSettings();
  const recaptcha = configurations.bot_check && botCheckKey(site, environment);
  return recaptcha ? { recaptcha, sandboxUrl: configurations.sandbox_url } : null;
};
