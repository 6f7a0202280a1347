import type { ComponentType } from 'react';
import type { AppChild, AppChildren } from '#machines/refs.ts';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { useAppChild } from './shop.ts';

type Props<Id extends keyof AppChildren> = {
  id: Id;
  titleId: MessageId;
  leadId?: MessageId;
  body: ComponentType<{ actor: AppChild<Id> }>;
};

/** A page that a child of the app has: its title, and its content while the child runs. */
export function ChildScreen<Id extends keyof AppChildren>({ id, titleId, leadId, body: Body }: Props<Id>) {
  const { t } = useTexts();
  const actor = useAppChild(id);
  return (
    <>
      <ScreenTitle lead={leadId && t(leadId)}>{t(titleId)}</ScreenTitle>
      {actor ? <Body actor={actor} /> : null}
    </>
  );
}
