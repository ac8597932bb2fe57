import type { KeyboardEvent } from 'react';

/** `keyCode` of a press that an input method takes. Safari tells the last one of a composition by it alone. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether `key` was pressed for the page, and not for an input method that composes a word. */
export function isPress({ key: pressed, nativeEvent }: KeyboardEvent, key: string): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other sign of it
  const isTaken = nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD;
  return pressed === key && !isTaken;
}
