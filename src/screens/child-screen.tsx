import type { ComponentType } from 'react';
import type { AppChild, AppChildren } from '#machines/refs.ts';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { useAppChild } from './shop.ts';

type Props<Id extends keyof AppChildren> = {
  id: Id;
  title: MessageId;
  lead?: MessageId;
  body: ComponentType<{ actor: AppChild<Id> }>;
};

/** A page that a child of the app has: its title, and its content while the child runs. */
export function ChildScreen<Id extends keyof AppChildren>({ id, title, lead, body: Body }: Props<Id>) {
  const { t } = useTexts();
  const actor = useAppChild(id);
  return (
    <>
      <ScreenTitle lead={lead && t(lead)}>{t(title)}</ScreenTitle>
      {actor ? <Body actor={actor} /> : null}
    </>
  );
}
