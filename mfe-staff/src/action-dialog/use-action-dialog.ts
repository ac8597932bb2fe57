import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { notify } from '@portal/ui';
import { useState } from 'react';

/**
 * Makes a change of data that is on the page, and has it read anew when nobody knows whether it was made: at once, and
 * again if the answer still comes. @throws {CallError} as `change` does.
 */
export async function changeAndLook<Result>(change: Promise<Result>, readAgain: () => void): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      readAgain();
      error.late?.then(readAgain, () => undefined);
    }
    throw error;
  }
}

export interface ActionOptions<Value extends object | undefined, Refusal extends string> {
  /** Resolves with what there is then, or with why it is refused. @throws {CallError} */
  readonly call: (reason: string) => Promise<Value | Refusal>;
  readonly refusalText: (refusal: Refusal) => string;
  /** Says what has happened. */
  readonly doneText: string;
  /** Reads anew what the action changes, when nobody knows whether it was done. */
  readonly readAgain: () => void;
  /** Follows a success. */
  readonly onDone: (value: Value, reason: string) => void;
}

/** An action on data of the page: whether its `ActionDialog` is open, and what that does. */
export function useActionDialog<Value extends object | undefined, Refusal extends string>({
  call,
  refusalText,
  doneText,
  readAgain,
  onDone,
}: ActionOptions<Value, Refusal>) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return {
    isOpen,
    open: () => setIsOpen(true),
    /** For the `ActionDialog`. */
    dialog: {
      action: async (reason: string) => {
        const answer = await changeAndLook(call(reason), readAgain);
        if (typeof answer === 'string') return refusalText(answer);
        notify({ kind: 'success', text: doneText });
        onDone(answer, reason);
        return undefined;
      },
      onDone: close,
      onCancel: close,
    },
  };
}
