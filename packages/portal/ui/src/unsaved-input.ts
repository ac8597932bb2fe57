import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

/** For each form with unsaved input, the function that discards that input. */
const useDiscards = create<ReadonlyMap<symbol, () => void>>(() => new Map());

/**
 * Marks input as unsaved until the returned function is called. `discard` deletes the input after the user has agreed.
 */
export function holdUnsavedInput(discard: () => void): () => void {
  const key = Symbol('unsaved');
  useDiscards.setState((discards) => new Map(discards).set(key, discard), true);
  return () => {
    if (!useDiscards.getState().has(key)) return;
    useDiscards.setState((discards) => new Map([...discards].filter(([other]) => other !== key)), true);
  };
}

/** Whether any form on the page has unsaved input. If so, ask before the page is left or reloaded. */
export function hasUnsavedInput(): boolean {
  return useDiscards.getState().size > 0;
}

/** The same for components; re-renders when it changes. */
export function useHasUnsavedInput(): boolean {
  return useDiscards((discards) => discards.size > 0);
}

/** Discards all unsaved input. Ask the user first. */
export function discardUnsavedInput(): void {
  const discards = useDiscards.getState();
  useDiscards.setState(new Map(), true);
  for (const discard of discards.values()) discard();
}

/**
 * For a form: while `unsaved` is true, the portal asks before the page is left, and no release reloads it. Compare
 * values for `unsaved`, so that a retyped saved value counts as saved. `discard` resets the form to the saved values.
 */
export function useUnsavedInput(unsaved: boolean, discard: () => void): void {
  const discardNow = useEffectEvent(discard);
  useEffect(() => (unsaved ? holdUnsavedInput(() => discardNow()) : undefined), [unsaved]);
}
