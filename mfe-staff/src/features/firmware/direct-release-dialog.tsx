import { useTranslation } from '@portal/i18n';
import { Button, Dialog } from '@portal/ui';

interface DirectReleaseDialogProps {
  readonly fileName: string;
  /** Whether it shall be released directly. */
  readonly onAnswer: (releases: boolean) => void;
}

/** The second look before firmware is uploaded that nobody tests. */
export function DirectReleaseDialog({ fileName, onAnswer }: DirectReleaseDialogProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <Dialog
      heading={t('firmware.direct.heading')}
      onCancel={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t('firmware.direct.cancel')}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('firmware.direct.confirm')}
          </Button>
        </>
      }
    >
      <p className="upload__name">{fileName}</p>
      <p>{t('firmware.direct.text')}</p>
      <p>{t('firmware.direct.final')}</p>
    </Dialog>
  );
}
