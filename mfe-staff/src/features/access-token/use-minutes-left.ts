import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
/** How often the time is looked at; a computer that slept is right again after that. */
const LOOK_MS = 5000;

const minutesUntil = (end: Date) => Math.max(0, Math.ceil((end.getTime() - Date.now()) / MINUTE_MS));

/** The minutes until `end`, begun ones too; 0 once it is over. */
export function useMinutesLeft(end: Date): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(end));
  useEffect(() => {
    const look = () => setMinutes(minutesUntil(end));
    look();
    const clock = setInterval(look, LOOK_MS);
    // To the second: the token leaves the page when its life ends. Longer waits than a day are left to the clock.
    const ending = setTimeout(look, Math.min(Math.max(0, end.getTime() - Date.now()), 24 * 60 * MINUTE_MS));
    // A page that the browser kept in memory, or that nobody looked at.
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    return () => {
      clearInterval(clock);
      clearTimeout(ending);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [end]);
  return minutes;
}
