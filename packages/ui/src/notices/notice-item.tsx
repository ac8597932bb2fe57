import { useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { dismiss } from './notice-bus.ts';
import type { RaisedNotice } from './notice-bus.ts';
import { usePausableTimeout } from './use-pausable-timeout.ts';

/** How long a notice stays, in milliseconds (specification, section 9). The line at its foot runs as long: `--notice-time`. */
const NOTICE_TIME_MS = 3000;

export interface NoticeItemProps {
  readonly notice: RaisedNotice;
  readonly closeLabel: string;
}

/** One notice. Its time stands still while the pointer or the focus is in it. */
export function NoticeItem({ notice, closeLabel }: NoticeItemProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const textId = useId();
  const cameFrom = useRef<Element | null>(null);
  usePausableTimeout(NOTICE_TIME_MS, hovered || focused, () => dismiss(notice.id));

  function close() {
    dismiss(notice.id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <div
      className={classNames('notice', notice.kind === 'error' && 'notice--error')}
      role={notice.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon name={notice.kind} />
      <p id={textId}>{notice.text}</p>
      <button
        className="button notice__close"
        type="button"
        aria-label={closeLabel}
        aria-describedby={textId}
        onClick={close}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
}
