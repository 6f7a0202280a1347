import { useSelector } from '@xstate/react';
import { htmlLang, langOf } from '#src/domain/lang.ts';
import { marks } from '#src/screens/control.ts';
import { useLoadedCatalogue, useShop } from '#src/screens/shop.ts';
import { LanguageSelect } from '#src/ui/language-select.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * The languages by position, each in its own language; disabled, with the reason, while a payment runs
 * (docs/charts.md#language-during-a-payment).
 */
export function LanguageList() {
  const { app, lang } = useShop();
  const { t } = useTexts();
  const isClosed = useSelector(app, ({ context }) => context.paying || context.payingChange);
  const rows = useLoadedCatalogue()?.langs ?? [];
  const languages = [...rows]
    .sort((a, b) => a.display_position - b.display_position)
    .map(({ id, display_name }) => ({ value: id, name: display_name, lang: htmlLang[id] }));
  if (languages.length < 2) return null;
  return (
    <LanguageSelect
      label={t('shell_language')}
      value={lang}
      languages={languages}
      data={marks('language.choose')}
      onChange={(value) => {
        const chosen = langOf(value);
        if (chosen && chosen !== lang) app.send({ type: 'language.choose', lang: chosen });
      }}
      closed={isClosed ? t('shell_language_closed') : undefined}
    />
  );
}
