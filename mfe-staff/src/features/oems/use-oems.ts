import { reportFailure } from '@portal/api';
import { useState } from 'react';
import { addOem, getOems, removeOem, renameOem } from '../../calls/oems.ts';
import type { Oem, OemRefusal } from '../../calls/oems.ts';

/** The OEMs and what can be done with them. After a failure they are read again, because the change may have been made. */
export function useOems(loaded: readonly Oem[]) {
  const [oems, setOems] = useState(loaded);

  /** Nobody waits for it: what is told is how the change went. */
  function readAgain(): void {
    getOems().then(setOems, (error: unknown) => reportFailure(error, () => undefined));
  }

  async function orReadAgain<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } catch (error) {
      readAgain();
      throw error;
    }
  }

  function keep(answer: Oem | OemRefusal): OemRefusal | undefined {
    if (typeof answer === 'string') {
      readAgain();
      return answer;
    }
    setOems((last) => [...last.filter(({ id }) => id !== answer.id), answer]);
    return undefined;
  }

  return {
    oems,
    add: async (name: string) => keep(await orReadAgain(addOem(name))),
    rename: async (oem: Oem, name: string) => keep(await orReadAgain(renameOem(oem, name))),
    remove: async (oem: Oem) => {
      await orReadAgain(removeOem(oem));
      setOems((last) => last.filter(({ id }) => id !== oem.id));
    },
  };
}
