import { useEffect, useState } from 'react';

/** How long a reader looks at a place in which nothing stands yet, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Whether the wait for `what` has taken too long. It stays so when `what` comes after all: nothing takes the place of what is
 * being read by then. `renew` begins a new wait.
 */
export function usePatience(what: string, waiting: boolean) {
  const [lostFor, setLostFor] = useState<string>();
  const lost = lostFor === what;
  useEffect(() => {
    if (!waiting || lost) return undefined;
    const timer = setTimeout(() => setLostFor(what), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [what, waiting, lost]);
  return { lost, renew: () => setLostFor(undefined) } as const;
}
