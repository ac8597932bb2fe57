import { useTranslation } from '@portal/i18n';
import { Button, Section } from '@portal/ui';
import type { IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { useActionDialog } from '../../action-dialog/use-action-dialog.ts';
import type { ActionOptions } from '../../action-dialog/use-action-dialog.ts';
import type { Person, PersonRefusal } from '../../calls/people.ts';

export interface PersonActionProps {
  readonly person: Person;
  /** Reads the account anew. */
  readonly readAgain: () => void;
}

/** `useActionDialog` for an action on an account. */
export function usePersonAction(action: Omit<ActionOptions<PersonRefusal>, 'refusalText'>) {
  const { t } = useTranslation('mfe-staff');
  return useActionDialog({ ...action, refusalText: (refusal) => t(`person.refusals.${refusal}`) });
}

interface ActionSectionProps extends Omit<ActionOptions<PersonRefusal>, 'refusalText'> {
  /** Names the texts. */
  readonly name: 'delete' | 'mail' | 'unmigrate';
  readonly icon: IconName;
  readonly danger?: boolean;
  /** Why the action is not offered. */
  readonly reason?: string | undefined;
  readonly onOpen?: () => void;
  /** Says in the dialog what the action does. */
  readonly children: ReactNode;
}

/** An action on an account: the button, and the dialog that it opens. */
export function ActionSection({ name, icon, danger = false, reason, onOpen, children, ...action }: ActionSectionProps) {
  const { t } = useTranslation('mfe-staff');
  const { isOpen, open, dialog } = usePersonAction(action);
  return (
    <Section heading={t(`person.actions.${name}.heading`)} text={t(`person.actions.${name}.text`)}>
      {reason === undefined ? (
        <div>
          <Button
            icon={icon}
            {...(danger && { variant: 'danger-quiet', outlined: true })}
            onClick={() => {
              onOpen?.();
              open();
            }}
          >
            {t(`person.actions.${name}.action`)}
          </Button>
        </div>
      ) : (
        <p className="prose">{reason}</p>
      )}
      {isOpen && (
        <ActionDialog
          {...dialog}
          danger={danger}
          heading={t(`person.actions.${name}.question`)}
          actionText={t(`person.actions.${name}.action`)}
          busyText={t(`person.actions.${name}.acting`)}
        >
          {children}
        </ActionDialog>
      )}
    </Section>
  );
}
