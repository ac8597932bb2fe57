import { useEffect, useEffectEvent, useState } from 'react';

/** The state of data that is loaded. */
export type Loadable<Value> =
  /** `again`: this is a retry after a failure. */
  | { readonly status: 'loading'; readonly again: boolean }
  | { readonly status: 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown };

const LOADING = { status: 'loading', again: false } as const;
const LOADING_AGAIN = { status: 'loading', again: true } as const;

interface LoadOptions {
  /** If false, nothing is loaded; loaded data stays. */
  readonly enabled?: boolean;
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Errors of a load that has given up waiting have `late`: it resolves if the data comes after all, and loading again
 * then gets it at once.
 */
function lateData(error: unknown): Promise<unknown> | undefined {
  return error instanceof Error && 'late' in error && error.late instanceof Promise ? error.late : undefined;
}

/** Errors of a load that would wait for the same again have `needsReload`, as those of an import that hangs. */
function needsReload(error: unknown): boolean {
  return error instanceof Error && 'needsReload' in error && error.needsReload === true;
}

/**
 * Loads data with `load`, and again when `load` changes, so memoize it with `useCallback`. The signal aborts when the
 * data is no longer needed; later answers are ignored. `retry` loads again after a failure, or opens the page anew if
 * only that helps; late data while the failure stands also loads again.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  { enabled = true, onFailure }: LoadOptions = {},
): readonly [state: Loadable<Value>, retry: () => void] {
  const [held, setHeld] = useState<{ readonly of: typeof load; readonly state: Loadable<Value> }>();
  const state = held?.of === load ? held.state : LOADING;
  const failed = useEffectEvent((error: unknown) => {
    setHeld({ of: load, state: { status: 'failed', error } });
    onFailure?.(error);
  });
  const wanted = enabled && state.status === 'loading';
  useEffect(() => {
    if (!wanted) return undefined;
    const leaving = new AbortController();
    load(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setHeld({ of: load, state: { status: 'loaded', value } });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) failed(error);
      },
    );
    return () => leaving.abort();
  }, [load, wanted]);
  // Once the failure is shown: data that comes with the time limit, as after a sleep of the computer, must not be
  // missed.
  useEffect(() => {
    if (state.status !== 'failed') return undefined;
    let stands = true;
    const loadAgain = () => {
      if (stands) setHeld({ of: load, state: LOADING_AGAIN });
    };
    lateData(state.error)?.then(loadAgain, () => undefined);
    return () => {
      stands = false;
    };
  }, [load, state]);
  const retry = () => {
    if (state.status !== 'failed') return;
    setHeld({ of: load, state: LOADING_AGAIN });
    if (needsReload(state.error) && navigator.onLine) window.location.reload();
  };
  return [state, retry];
}
