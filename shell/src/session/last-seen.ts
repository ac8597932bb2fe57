import { updateLastSeen } from '@portal/api';
import { session } from '@portal/session';

/** Whether both lie on the same day where the user is. */
function isSameDay(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
}

/**
 * Once a load, and only for a user whose last visit was not today, says that the user is here (specification, sections 4 and 9).
 * Nobody waits for it and nobody misses it, so a failure is silent.
 */
export function keepLastSeen(now: () => Date = () => new Date()): void {
  let done = false;
  const unsubscribe = session.subscribe(look);
  function look(): void {
    const state = session.getState();
    if (done || state.status !== 'authenticated') return;
    done = true;
    unsubscribe();
    const { lastSeen } = state.user;
    if (lastSeen === null || !isSameDay(lastSeen, now())) updateLastSeen().catch(() => undefined);
  }
  look();
}
