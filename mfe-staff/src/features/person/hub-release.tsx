import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Button } from '@portal/ui';
import { useRef } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { useActionDialog } from '../../action-dialog/use-action-dialog.ts';
import { forceRelease } from '../../calls/hub-status.ts';
import type { Person, StaffHub } from '../../calls/people.ts';
import { useArrivalFocus } from '../../search/use-arrival-focus.ts';
import { getWhom } from './person-action.tsx';
import type { PersonActionProps } from './person-action.tsx';

/** The account without a hub that was just released, and with the entry of that: nobody has to view it again. */
function withoutHub(person: Person, { serial, partNumber }: StaffHub, email: string, reason: string): Person {
  const what = `${serial}+${partNumber}`;
  const entry = { id: what, at: new Date(), action: 'hub-released', by: { id: '', email }, on: person.id } as const;
  return {
    ...person,
    hubs: person.hubs.filter((hub) => `${hub.serial}+${hub.partNumber}` !== what),
    history: [{ ...entry, what, reason }, ...person.history],
  };
}

interface HubReleaseProps extends PersonActionProps {
  readonly hub: StaffHub;
  /** Somebody has looked for this hub: what they probably want to do has the focus. */
  readonly isWanted: boolean;
}

/** Releases a hub of an account, whoever owns it. */
export function HubRelease({ hub, isWanted, person, readAgain, show }: HubReleaseProps) {
  const { t } = useTranslation('mfe-staff');
  const { email } = useUser();
  const { serial } = hub;
  const button = useRef<HTMLButtonElement>(null);
  useArrivalFocus(button, isWanted);
  const { isOpen, open, dialog } = useActionDialog({
    call: (reason) => forceRelease(hub, reason),
    refusalText: () => t('hubStatus.release.gone'),
    doneText: t('hubStatus.release.done', { serial }),
    readAgain,
    onDone: (_done, reason) => show(withoutHub(person, hub, email, reason)),
  });
  return (
    <>
      <Button
        ref={button}
        variant="danger-quiet"
        size="small"
        icon="release"
        aria-label={t('person.hubs.releaseOf', { serial })}
        onClick={open}
      >
        {t('person.hubs.release')}
      </Button>
      {isOpen && (
        <ActionDialog
          {...dialog}
          danger
          whom={getWhom(person)}
          heading={t('hubStatus.release.question', { serial })}
          actionText={t('hubStatus.release.action')}
          busyText={t('hubStatus.release.acting')}
        >
          {hub.role === 'guest' && <p>{t('hubStatus.release.guest')}</p>}
          <p>{t('hubStatus.release.means')}</p>
          <p>{t('hubStatus.release.mails')}</p>
          <p>{t('hubStatus.release.undo')}</p>
        </ActionDialog>
      )}
    </>
  );
}
