import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface MessageProps {
  readonly kind?: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  /** The title's element; a heading if the message is a section of the page. */
  readonly titleAs?: 'p' | 'h2' | 'h3';
  /** For a message that appears later. Screen readers read "alert" at once, "status" at the next pause. */
  readonly live?: 'status' | 'alert';
  readonly children?: ReactNode;
  /** Buttons and links. */
  readonly actions?: ReactNode;
}

/** A permanent message inside the page. */
export function Message({ kind = 'info', title, titleAs: Title = 'p', live, children, actions }: MessageProps) {
  return (
    <div className={classNames('message', kind !== 'info' && `message--${kind}`)} role={live}>
      <Icon name={kind} />
      <Title className="message__title">{title}</Title>
      {children && <p className="message__text">{children}</p>}
      {actions && <div className="message__actions cluster">{actions}</div>}
    </div>
  );
}
