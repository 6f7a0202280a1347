import { site } from './defaults.ts';

export const kairakuen = site({
  code: 'kairakuen',
  title: { ja: 'kairakuen', en: 'kairakuen', 'zh-hans': 'kairakuen', kr: 'kairakuen', 'zh-hant': 'kairakuen' },
});
