import { useReminders } from '@portal/session';
import { useEffect } from 'react';
import type { RefObject } from 'react';

const NAME = 'search-key';
const OFF = 'off';
/** Where "/" is typed, and dialogs, behind which the page does not react. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], dialog';

/** Whether "/" leads to the search. It can be turned off, for those who dictate (WCAG 2.1.4). */
export function useSlashKeyChoice() {
  const { read, keep } = useReminders();
  return { isOn: () => read(NAME) !== OFF, choose: (on: boolean) => keep(NAME, on ? '' : OFF) };
}

/** Focuses the field when "/" is pressed anywhere else. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  const { read } = useReminders();
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey, isComposing } = event;
      const isElsewhere = target instanceof Element && target.closest(ELSEWHERE);
      if (key !== '/' || ctrlKey || altKey || metaKey || isComposing || isElsewhere || read(NAME) === OFF) return;
      event.preventDefault(); // Firefox would search in the page
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onPress);
    return () => document.removeEventListener('keydown', onPress);
  }, [field, read]);
}
