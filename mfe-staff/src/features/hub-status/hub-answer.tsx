import type { HubId } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { mayDo } from '@portal/staff-api/acts';
import { Button, Message, notify } from '@portal/ui';
import { useState } from 'react';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { changeAndLook } from '../../act-dialog/change-and-look.ts';
import { forceRelease } from '../../calls/hub-status.ts';
import type { Answer } from './use-hub-query.ts';

const KINDS = { missing: 'warning', active: 'success', inactive: 'info' } as const;

interface HubAnswerProps {
  readonly answer: Answer;
  /** Queries the same hub again. */
  readonly onAgain: () => void;
}

/** The answer in words (specification, sections 4 and 8), and the release of an activated hub for those who may. */
export function HubAnswer({ answer: { numbers, status }, onAgain }: HubAnswerProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const hub = status.status === 'active' && mayDo('release a hub', roles) ? status.hub : undefined;
  return (
    <>
      <Message
        kind={KINDS[status.status]}
        live="status"
        title={t(`hubStatus.answers.${status.status}.title`, { serial: numbers.serial })}
        titleAs="h2"
      >
        {t(`hubStatus.answers.${status.status}.text`)}
      </Message>
      {hub && <Release hub={hub} onAgain={onAgain} />}
    </>
  );
}

function Release({ hub, onAgain }: { readonly hub: HubId; readonly onAgain: () => void }) {
  const { t } = useTranslation('mfe-staff');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="danger-quiet" outlined icon="release" onClick={() => setIsOpen(true)}>
        {t('hubStatus.release.act')}
      </Button>
      {isOpen && (
        <ActDialog
          danger
          heading={t('hubStatus.release.question', { serial: hub.serial })}
          actText={t('hubStatus.release.act')}
          busyText={t('hubStatus.release.acting')}
          act={async (reason) => {
            const refusal = await changeAndLook(forceRelease(hub, reason), onAgain);
            return refusal && t('hubStatus.release.gone');
          }}
          onDone={() => {
            setIsOpen(false);
            notify({ kind: 'success', text: t('staff.saved') });
            onAgain();
          }}
          onCancel={() => setIsOpen(false)}
        >
          <p>{t('hubStatus.release.means')}</p>
          <p>{t('hubStatus.release.mails')}</p>
          <p>{t('hubStatus.release.undo')}</p>
        </ActDialog>
      )}
    </div>
  );
}
