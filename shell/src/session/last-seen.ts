import { updateLastSeen } from '@portal/api';
import { session } from '@portal/session';

/** Whether both are on the same day in the user's time zone. */
function isSameDay(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
}

/**
 * Once per page load, records the visit of a user whose last visit was not today (specification, sections 4 and 9).
 * Nothing depends on it, so failures are ignored.
 */
export function keepLastSeen(now: () => Date = () => new Date()): void {
  const unsubscribe = session.subscribe(look);
  function look(): void {
    const state = session.getState();
    if (state.status !== 'authenticated') return;
    unsubscribe();
    const { lastSeen } = state.user;
    if (lastSeen === null || !isSameDay(lastSeen, now())) updateLastSeen().catch(() => undefined);
  }
  look();
}
