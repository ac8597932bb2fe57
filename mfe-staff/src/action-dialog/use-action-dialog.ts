import { useTranslation } from '@portal/i18n';
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

export interface ActionOptions<Refusal> {
  readonly call: (reason: string) => Promise<Refusal | undefined>;
  readonly refusalText: (refusal: Refusal) => string;
  /** Reads anew what the action changes. */
  readonly readAgain: () => void;
  /** Follows a success; otherwise the data is read anew. */
  readonly onDone?: () => void;
}

/** An action on data of the page: whether its `ActionDialog` is open, and what that does. */
export function useActionDialog<Refusal>({ call, refusalText, readAgain, onDone = readAgain }: ActionOptions<Refusal>) {
  const { t } = useTranslation('mfe-staff');
  const [isOpen, setIsOpen] = useState(false);
  return {
    isOpen,
    open: () => setIsOpen(true),
    /** For the `ActionDialog`. */
    dialog: {
      action: async (reason: string) => {
        const refusal = await changeAndLook(call(reason), readAgain);
        return refusal && refusalText(refusal);
      },
      onDone: () => {
        setIsOpen(false);
        notify({ kind: 'success', text: t('staff.saved') });
        onDone();
      },
      onCancel: () => setIsOpen(false),
    },
  };
}
