import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { isPress } from './keys.ts';
import { dismiss, raisedNotices, useNotices } from './notice-bus.ts';
import type { RaisedNotice } from './notice-bus.ts';

/** Calls `onElapsed` after `milliseconds`, not counting the time while `paused`. */
function usePausableTimeout(milliseconds: number, paused: boolean, onElapsed: () => void): void {
  const left = useRef(milliseconds);
  const elapsed = useEffectEvent(onElapsed);

  useEffect(() => {
    if (paused) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => elapsed(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [paused]);
}

/** Leads to the newest notice from anywhere on the page. No browser or screen reader uses it. */
const NOTICE_KEY = 'F8';

/** How long a notice stays, in milliseconds (specification, section 9). */
const NOTICE_TIME_MS = 3000;

interface NoticeItemProps {
  readonly notice: RaisedNotice;
  readonly closeLabel: string;
}

/** One notice. Its time is paused while the pointer or the focus is in it. */
function NoticeItem({ notice, closeLabel }: NoticeItemProps) {
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
      data-notice={notice.id}
      ref={(item) => item?.style.setProperty('--notice-time', `${NOTICE_TIME_MS}ms`)}
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
        aria-keyshortcuts={NOTICE_KEY}
        onClick={close}
        onKeyDown={(event) => {
          if (isPress(event, 'Escape')) close();
        }}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
}

interface NoticesProps {
  /** Name of a notice's close button: "Close this notice". */
  readonly closeLabel: string;
}

/**
 * Shows the notices of shell and remotes; the shell renders it once. The polite region exists from the start, because
 * screen readers announce only changes in an existing region. They announce alerts in any case. F8 leads to the newest
 * notice, Escape closes it.
 */
export function Notices({ closeLabel }: NoticesProps) {
  const notices = useNotices();
  const lanes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== NOTICE_KEY) return;
      const newest = Math.max(...raisedNotices().map(({ id }) => id));
      lanes.current?.querySelector<HTMLElement>(`[data-notice="${newest}"] button`)?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const items = (kind: 'success' | 'error') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => <NoticeItem key={notice.id} notice={notice} closeLabel={closeLabel} />);
  return (
    <div className="notices" ref={lanes}>
      <div className="notices__lane" role="status">
        {items('success')}
      </div>
      <div className="notices__lane">{items('error')}</div>
    </div>
  );
}
