import { useEffect, useEffectEvent } from 'react';

/** What is typed on the screen and not saved yet: one entry for each form that says so. */
const held = new Map<symbol, () => void>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Says that something on the screen is not saved yet, until the function that it returns is called. `discard` gives it up: the user
 * has agreed to leave without it.
 */
export function holdUnsavedInput(discard: () => void): () => void {
  const key = Symbol('unsaved');
  held.set(key, discard);
  tell();
  return () => {
    if (held.delete(key)) tell();
  };
}

/** Whether anything on the screen is not saved yet: then the page is neither left nor reloaded without asking. */
export function hasUnsavedInput(): boolean {
  return held.size > 0;
}

/** Gives up all that is not saved; from then on nothing is held. For whoever has asked the user. */
export function discardUnsavedInput(): void {
  const discards = [...held.values()];
  held.clear();
  for (const discard of discards) discard();
  tell();
}

/** Calls `listener` after each change; the function that it returns stops that. */
export function subscribeToUnsavedInput(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * For a form: as long as `unsaved`, the portal asks before it is left, and no release takes the page away. `unsaved` compares values:
 * what was typed back is no edit. `discard` puts the form back to what is saved.
 */
export function useUnsavedInput(unsaved: boolean, discard: () => void): void {
  const discardNow = useEffectEvent(discard);
  useEffect(() => (unsaved ? holdUnsavedInput(() => discardNow()) : undefined), [unsaved]);
}
