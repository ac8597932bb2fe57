import { useSyncExternalStore } from 'react';
import { NoticeItem } from './notice-item.tsx';
import { raisedNotices, subscribeToNotices } from './notice-bus.ts';

export interface NoticesProps {
  /** Name of a notice's close button: "Close this notice". */
  readonly closeLabel: string;
}

/**
 * Where the notices of shell and remotes appear; the shell puts it into its frame once. The polite region stands there from
 * the start, because screen readers only tell what changes in a region that they know; an alert is told wherever it appears.
 */
export function Notices({ closeLabel }: NoticesProps) {
  const notices = useSyncExternalStore(subscribeToNotices, raisedNotices, raisedNotices);
  const items = (kind: 'success' | 'error') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => <NoticeItem key={notice.id} notice={notice} closeLabel={closeLabel} />);
  return (
    <div className="notices">
      <div className="notices__lane" role="status">
        {items('success')}
      </div>
      <div className="notices__lane">{items('error')}</div>
    </div>
  );
}
