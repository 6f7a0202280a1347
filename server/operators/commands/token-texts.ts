import { line } from '#server/core/shown.ts';
import type { ListedToken } from '#server/shared/tokens/operator-tokens.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { BilingualText } from './bilingual-text.ts';

/** Text for a new token, with the token. */
export const tokenMadeText = ({
  id,
  site,
  scope,
  expires_at,
  token,
}: ListedToken & { token: string }): BilingualText => ({
  en: `${token}\nToken ${id} of ${site} (${scope}), valid until ${venueDay(expires_at)}. It is shown now and never again: store it where it is used.`,
  ja: `${token}\n${site} のトークン ${id}（${scope}）、有効期限 ${venueDay(expires_at)}。再表示できませんので、今すぐ保存してください。`,
});

const lineOf = ({ id, site, name, scope, expires_at, used_at, state }: ListedToken): string =>
  line`${id}  ${site}  ${scope}  ${state}  –${venueDay(expires_at)}  ${used_at ? venueDay(used_at) : '-'}  ${name}`;

/** Text for a list of tokens. */
export const tokensText = (tokens: readonly ListedToken[]): BilingualText => {
  if (tokens.length === 0) return { en: 'There are no tokens.', ja: 'トークンはありません。' };
  const lines = tokens.map(lineOf).join('\n');
  return {
    en: `id, site, scope, state, valid until, last used, name\n${lines}`,
    ja: `ID、サイト、権限、状態、有効期限、最終利用、名称\n${lines}`,
  };
};

/** Text for a revoked token. */
export const tokenRevokedText = ({ id, site, name }: ListedToken): BilingualText => ({
  en: line`Token ${id} of ${site} (${name}) is revoked: the next request with it is refused.`,
  ja: line`${site} のトークン ${id}（${name}）を無効にしました。以後のリクエストは拒否されます。`,
});
