import { type SiteCode, type SiteSettings, settingsPath } from '#src/domain/site.ts';

const loaded = new Map<SiteCode, Promise<SiteSettings>>();

const load = async (code: SiteCode): Promise<SiteSettings> => {
  const inPage = document.getElementById('site')?.textContent;
  if (inPage) return JSON.parse(inPage);
  const path = settingsPath(code);
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  const settings: SiteSettings = await reply.json();
  if (settings.api) document.documentElement.dataset.api ??= settings.api;
  return settings;
};

/** The settings of the page's site: inside the page where the server has filled it, else a file. Rejects if it cannot be loaded. */
export const settingsOf = (code: SiteCode): Promise<SiteSettings> => {
  const loading = loaded.get(code) ?? load(code);
  loaded.set(code, loading);
  loading.catch(() => loaded.delete(code));
  return loading;
};
