import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

/** One entry for each form with unsaved input: what discards that input. */
const useDiscards = create<ReadonlyMap<symbol, () => void>>(() => new Map());

/** Marks input as unsaved until the returned function is called. `discard` gives the input up: the user has agreed to leave without it. */
export function holdUnsavedInput(discard: () => void): () => void {
  const key = Symbol('unsaved');
  useDiscards.setState((discards) => new Map(discards).set(key, discard), true);
  return () => {
    if (!useDiscards.getState().has(key)) return;
    useDiscards.setState((discards) => new Map([...discards].filter(([other]) => other !== key)), true);
  };
}

/** Whether any form on the page has unsaved input: if so, the page is neither left nor reloaded without asking. */
export function hasUnsavedInput(): boolean {
  return useDiscards.getState().size > 0;
}

/** The same for components; renders again when it changes. */
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
 * For a form: while `unsaved`, the portal asks before the page is left, and no release reloads it. `unsaved` compares values: input that
 * was typed back to the saved value is saved. `discard` resets the form to the saved values.
 */
export function useUnsavedInput(unsaved: boolean, discard: () => void): void {
  const discardNow = useEffectEvent(discard);
  useEffect(() => (unsaved ? holdUnsavedInput(() => discardNow()) : undefined), [unsaved]);
}
