import { type ReactNode, useId } from 'react';
import type { DataProps } from './data.ts';
import { Icon } from './icon.tsx';

/** A language: its code, its name in that language, its BCP 47 tag. */
export type Language = { value: string; name: string; lang: string };

export type LanguageSelectProps = {
  /** "Language (the page is reloaded)" */
  label: string;
  value: string;
  languages: readonly Language[];
  onChange: (value: string) => void;
  /** Why it is disabled; visible and read by screen readers. */
  closed?: ReactNode;
  data?: DataProps | undefined;
};

export function LanguageSelect({ label, value, languages, onChange, closed, data }: LanguageSelectProps) {
  const id = useId();
  return (
    <div className="language">
      <label className="language-select">
        <Icon name="globe" />
        <span className="vh">{label}</span>
        <select
          {...data}
          name="language"
          value={value}
          aria-disabled={closed ? true : undefined}
          aria-describedby={closed ? id : undefined}
          onChange={(event) => {
            if (!closed) onChange(event.target.value);
          }}
        >
          {languages.map((language) => (
            <option key={language.value} value={language.value} lang={language.lang}>
              {language.name}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      {closed ? <p id={id}>{closed}</p> : null}
    </div>
  );
}
