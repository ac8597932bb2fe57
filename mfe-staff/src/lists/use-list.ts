import type { Loadable } from '@portal/ui';
import { useState } from 'react';
import { useRead } from '../reading/use-read.ts';

export interface List<Value> {
  readonly state: Loadable<Value>;
  /** What is loaded, or was before something else began to load; undefined after a failure. */
  readonly shown: Value | undefined;
  /** Something else is loading, or the same anew. */
  readonly reloading: boolean;
  /** Loads it again, although it is loaded. */
  readonly reload: () => void;
  /** Loads it again after a failure. */
  readonly retry: () => void;
}

/** A list that stays on the screen while `load` changes, as with another page, and while it is loaded again. */
export function useList<Value>(load: () => Promise<Value>): List<Value> {
  const [state, retry, { readAgain, rereading }] = useRead(load);
  const [last, setLast] = useState<{ readonly value: Value }>();
  if (state.status === 'loaded' && state.value !== last?.value) setLast({ value: state.value });
  if (state.status === 'failed' && last) setLast(undefined);
  const before = state.status === 'loading' ? last?.value : undefined;
  return {
    state,
    shown: state.status === 'loaded' ? state.value : before,
    reloading: rereading || before !== undefined,
    reload: readAgain,
    retry,
  };
}
