import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { htmlLang, langOf } from '#src/domain/lang.ts';
import { marks } from '#src/screens/control.ts';
import { useLoadedCatalogue, useShop } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The languages by position, in their own words; disabled while a payment runs (docs/charts.md#language-during-a-payment). */
export function LanguageList() {
  const { app, lang } = useShop();
  const { t } = useTexts();
  const reasonId = useId();
  const isClosed = useSelector(app, ({ context }) => context.paying || context.payingChange);
  const languages = useLoadedCatalogue()?.langs ?? [];
  if (languages.length < 2) return null;
  const choose = (value: string) => {
    const chosen = langOf(value);
    if (chosen && chosen !== lang) app.send({ type: 'language.choose', lang: chosen });
  };
  return (
    <div className="language">
      <label className="language-select">
        <Icon name="globe" />
        <span className="vh">{t('shell_language')}</span>
        <select
          {...marks('language.choose')}
          name="language"
          value={lang}
          aria-disabled={isClosed || undefined}
          aria-describedby={isClosed ? reasonId : undefined}
          onChange={(event) => isClosed || choose(event.target.value)}
        >
          {[...languages]
            .sort((a, b) => a.display_position - b.display_position)
            .map(({ id, display_name }) => (
              <option key={id} value={id} lang={htmlLang[id]}>
                {display_name}
              </option>
            ))}
        </select>
        <Icon name="down" />
      </label>
      {isClosed ? <p id={reasonId}>{t('shell_language_closed')}</p> : null}
    </div>
  );
}
