import { useTranslation } from '@portal/i18n';
import { Button, Section } from '@portal/ui';
import type { IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { useActDialog } from '../../act-dialog/use-act-dialog.ts';
import type { ActOptions } from '../../act-dialog/use-act-dialog.ts';
import type { Person, PersonRefusal } from '../../calls/people.ts';

export interface PersonActProps {
  readonly person: Person;
  /** Reads the account anew. */
  readonly readAgain: () => void;
}

/** `useActDialog` for an act on an account. */
export function usePersonAct(act: Omit<ActOptions<PersonRefusal>, 'refusalText'>) {
  const { t } = useTranslation('mfe-staff');
  return useActDialog({ ...act, refusalText: (refusal) => t(`person.refusals.${refusal}`) });
}

interface ActSectionProps extends Omit<ActOptions<PersonRefusal>, 'refusalText'> {
  /** Names the texts. */
  readonly name: 'delete' | 'mail' | 'unmigrate';
  readonly icon: IconName;
  readonly danger?: boolean;
  /** Why the act is not offered. */
  readonly reason?: string | undefined;
  readonly onOpen?: () => void;
  /** Says in the dialog what the act does. */
  readonly children: ReactNode;
}

/** An act on an account: the button, and the dialog that it opens. */
export function ActSection({ name, icon, danger = false, reason, onOpen, children, ...act }: ActSectionProps) {
  const { t } = useTranslation('mfe-staff');
  const { isOpen, open, dialog } = usePersonAct(act);
  return (
    <Section heading={t(`person.acts.${name}.heading`)} text={t(`person.acts.${name}.text`)}>
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
            {t(`person.acts.${name}.act`)}
          </Button>
        </div>
      ) : (
        <p className="prose">{reason}</p>
      )}
      {isOpen && (
        <ActDialog
          {...dialog}
          danger={danger}
          heading={t(`person.acts.${name}.question`)}
          actText={t(`person.acts.${name}.act`)}
          busyText={t(`person.acts.${name}.acting`)}
        >
          {children}
        </ActDialog>
      )}
    </Section>
  );
}
