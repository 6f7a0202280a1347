import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type NoticeBoxProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: 'info' | 'warn' | 'error' | 'ok';
  title?: ReactNode;
  level?: 2 | 3;
  /** A paragraph; more are children. */
  text?: ReactNode;
  actions?: ReactNode;
};

const icons = { info: 'info', warn: 'warn', error: 'error', ok: 'check' } as const;

/** Information in place. Set `role="alert"` or `role="status"` if it appears later; one with a `ref` can receive the focus. */
export function NoticeBox({ tone = 'info', title, level = 2, text, actions, children, ...rest }: NoticeBoxProps) {
  const content = text === undefined ? children : <p>{text}</p>;
  const Heading = `h${level}` as const;
  return (
    <div tabIndex={rest.ref ? -1 : undefined} {...rest} className={`notice-box ${tone}`}>
      <Icon name={icons[tone]} />
      <div className="content">
        {title ? <Heading>{title}</Heading> : null}
        {content ? <div className="text">{content}</div> : null}
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </div>
  );
}
