import { site } from './defaults.ts';

export const artizon = site({
  code: 'artizon',
  title: { ja: 'artizon', en: 'artizon', 'zh-hans': 'artizon', kr: 'artizon', 'zh-hant': 'artizon' },
});
