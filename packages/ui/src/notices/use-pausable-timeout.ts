import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onElapsed` once `milliseconds` have passed in which it was not paused. */
export function usePausableTimeout(milliseconds: number, paused: boolean, onElapsed: () => void): void {
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
