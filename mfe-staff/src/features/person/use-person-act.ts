import { useTranslation } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useState } from 'react';
import { changeAndLook } from '../../act-dialog/change-and-look.ts';
import type { Person, PersonRefusal } from '../../calls/people.ts';

/** What every act on an account needs. */
export interface PersonActProps {
  readonly person: Person;
  /** Reads the account anew. */
  readonly readAgain: () => void;
}

/** An act on an account: whether its dialog is open, and what the dialog does. */
interface PersonAct {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** For the `ActDialog`. */
  readonly dialog: {
    readonly act: (reason: string) => Promise<string | undefined>;
    readonly onDone: () => void;
    readonly onCancel: () => void;
  };
}

/** `call` makes the act. `onDone` is what follows a success: the account is read anew, unless said otherwise. */
export function usePersonAct(
  call: (reason: string) => Promise<PersonRefusal | undefined>,
  readAgain: () => void,
  onDone: () => void = readAgain,
): PersonAct {
  const { t } = useTranslation('mfe-staff');
  const [isOpen, setIsOpen] = useState(false);
  return {
    isOpen,
    open: () => setIsOpen(true),
    dialog: {
      act: async (reason) => {
        const refusal = await changeAndLook(call(reason), readAgain);
        return refusal && t(`person.refusals.${refusal}`);
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
