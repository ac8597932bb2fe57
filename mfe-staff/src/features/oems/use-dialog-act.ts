import { reportFailure } from '@portal/api';
import { useOnce } from '@portal/ui';
import { useState } from 'react';

/** What a dialog does, once at a time; `failed` is the number of the last failure, 0 while there is none. */
export function useDialogAct(act: () => Promise<void>) {
  const [failures, setFailures] = useState({ shown: false, count: 0 });
  const [run, running] = useOnce(async () => {
    setFailures(({ count }) => ({ shown: false, count }));
    try {
      await act();
    } catch (error) {
      reportFailure(error, () => setFailures(({ count }) => ({ shown: true, count: count + 1 })));
    }
  });
  return { run: () => void run(), running, failed: failures.shown ? failures.count : 0 };
}
