import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import type { IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { useActionDialog } from '../../action-dialog/use-action-dialog.ts';
import type { ActionOptions } from '../../action-dialog/use-action-dialog.ts';
import { getFullName } from '../../calls/people.ts';
import type { Person, PersonRefusal } from '../../calls/people.ts';

export interface PersonActionProps {
  readonly person: Person;
  /** Reads the account anew. */
  readonly readAgain: () => void;
  /** Shows the account as an action has left it. */
  readonly show: (person: Person) => void;
}

/** Whom the dialogs of an account name. */
export const getWhom = (person: Person) => ({ name: getFullName(person), email: person.email });

/** `useActionDialog` for an action on an account. */
export function usePersonAction<Value extends object | undefined>(
  action: Omit<ActionOptions<Value, PersonRefusal>, 'refusalText'>,
) {
  const { t } = useTranslation('mfe-staff');
  return useActionDialog({ ...action, refusalText: (refusal: PersonRefusal) => t(`person.refusals.${refusal}`) });
}

interface PersonActionButtonProps<Value extends object | undefined> extends Omit<
  ActionOptions<Value, PersonRefusal>,
  'refusalText' | 'doneText'
> {
  /** Names the texts. */
  readonly name: 'delete' | 'deletion-mail' | 'confirmation-mail' | 'password-mail' | 'note' | 'unmigrate';
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly person: Person;
  readonly typesAddress?: boolean;
  readonly onOpen?: () => void;
  /** Further fields in the dialog. */
  readonly children?: ReactNode;
}

/** An action on an account: the button, and the dialog that it opens. */
export function PersonActionButton<Value extends object | undefined>({
  name,
  icon,
  danger = false,
  person,
  typesAddress = false,
  onOpen,
  children,
  ...action
}: PersonActionButtonProps<Value>) {
  const { t } = useTranslation('mfe-staff');
  const { email } = person;
  const doneText = t(`person.actions.${name}.done`, { email });
  const { isOpen, open, dialog } = usePersonAction({ ...action, doneText });
  return (
    <>
      <Button
        size="small"
        icon={icon}
        {...(danger && { variant: 'danger-quiet', outlined: true })}
        onClick={() => {
          onOpen?.();
          open();
        }}
      >
        {t(`person.actions.${name}.action`)}
      </Button>
      {isOpen && (
        <ActionDialog
          {...dialog}
          danger={danger}
          whom={getWhom(person)}
          typesAddress={typesAddress}
          field={name === 'note' ? 'note' : 'reason'}
          heading={t(`person.actions.${name}.question`)}
          actionText={t(`person.actions.${name}.action`)}
          busyText={t(`person.actions.${name}.acting`)}
          after={children}
        >
          <p>{t(`person.actions.${name}.means`, { email })}</p>
        </ActionDialog>
      )}
    </>
  );
}
