import type { ComponentType, ReactNode } from 'react';
import type { AppChild, AppChildren } from '#machines/refs.ts';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { useAppChild } from './shop.ts';

type Props<Id extends keyof AppChildren> = {
  id: Id;
  title: ReactNode;
  lead?: ReactNode;
  body: ComponentType<{ actor: AppChild<Id> }>;
};

/** A page that a child of the app has: its title, and its content while the child runs. */
export function ChildScreen<Id extends keyof AppChildren>({ id, title, lead, body: Body }: Props<Id>) {
  const actor = useAppChild(id);
  return (
    <>
      <ScreenTitle lead={lead}>{title}</ScreenTitle>
      {actor ? <Body actor={actor} /> : null}
    </>
  );
}
