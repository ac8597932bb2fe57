import { useRef, useState } from 'react';

/** An act that is under way at most once, however often it is asked for, and whether it is. */
export function useOnce<Input>(
  act: (input: Input) => Promise<void>,
): readonly [(input: Input) => Promise<void>, boolean] {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(input: Input): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act(input);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return [run, busy];
}
