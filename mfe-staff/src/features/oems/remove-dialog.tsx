import { useTranslation } from '@portal/i18n';
import { Button, Dialog } from '@portal/ui';
import type { Oem } from '../../calls/oems.ts';
import { OemFailure } from './oem-failure.tsx';
import { useDialogAct } from './use-dialog-act.ts';

interface RemoveDialogProps {
  readonly oem: Oem;
  readonly act: () => Promise<void>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Says what the removal of an OEM means. */
export function RemoveDialog({ oem, act, onDone, onCancel }: RemoveDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const { run, running, failed } = useDialogAct(async () => {
    await act();
    onDone();
  });
  return (
    <Dialog
      heading={t('oems.remove.title', { name: oem.name })}
      onCancel={() => {
        if (!running) onCancel();
      }}
      actions={
        <>
          <Button disabled={running} onClick={onCancel}>
            {t('staff.cancel')}
          </Button>
          <Button variant="danger" busy={running} onClick={run}>
            {t(running ? 'oems.remove.busy' : 'oems.remove.act')}
          </Button>
        </>
      }
    >
      <p>{oem.appIds === 0 ? t('oems.remove.noAppIds') : t('oems.remove.appIds', { count: oem.appIds })}</p>
      <p>{t('oems.remove.final')}</p>
      <OemFailure number={failed} />
    </Dialog>
  );
}
