import { useRef, useState } from 'react';

/** Ignores requests to run `action` while it is running. Also returns whether it is running. */
export function useOnce<Input extends readonly unknown[]>(
  action: (...input: Input) => Promise<void>,
): readonly [run: (...input: Input) => Promise<void>, running: boolean] {
  // Not a state, because several presses may come before the next rendering.
  const isRunning = useRef(false);
  const [running, setRunning] = useState(false);
  async function run(...input: Input): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(true);
    try {
      await action(...input);
    } finally {
      isRunning.current = false;
      setRunning(false);
    }
  }
  return [run, running];
}
