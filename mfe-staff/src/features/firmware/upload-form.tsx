import { Trans, useLanguage, useTranslation } from '@portal/i18n';
import { FIRMWARE_BYTES } from '@portal/staff-api/wire';
import { Button, Dialog, ErrorSummary, Switch } from '@portal/ui';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import type { FirmwareRefusal } from '../../calls/firmware.ts';
import { FileField } from '../../fields/file-field.tsx';
import { sizeText } from '../../lists/numbers.ts';
import type { useUploadForm } from './use-upload-form.ts';

interface DirectReleaseDialogProps {
  readonly fileName: string;
  /** Whether it shall be released directly. */
  readonly onAnswer: (releases: boolean) => void;
}

/** The second look before firmware is uploaded that nobody tests. */
function DirectReleaseDialog({ fileName, onAnswer }: DirectReleaseDialogProps) {
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
      <p>{t('firmware.released.undo')}</p>
    </Dialog>
  );
}

/** Why the API refused the file, in words. */
function useRefusalText(): (refusal: FirmwareRefusal) => string {
  const { t } = useTranslation('mfe-staff');
  return ({ reason, newer }) =>
    reason === 'newer-available' && newer !== undefined
      ? t('firmware.upload.newerVersion', { version: newer })
      : t(`firmware.upload.refusals.${reason}`);
}

const pattern = (text: ReactNode) => <code className="upload__pattern">{text}</code>;

function FileHint({ size }: { readonly size: string }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <>
      {t('firmware.upload.fileHint', { size })}{' '}
      <Trans ns="mfe-staff" i18nKey="firmware.upload.naming" components={{ code: pattern }} />
    </>
  );
}

interface UploadFormProps {
  readonly form: ReturnType<typeof useUploadForm>;
  readonly field: Ref<HTMLInputElement>;
  readonly hidden: boolean;
}

export function UploadForm({ form, field, hidden }: UploadFormProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const formatText = useRefusalText();
  const ids = { file: useId(), direct: useId() };
  const { state, file, problem, skipsTesting } = form;
  const size = sizeText(language, FIRMWARE_BYTES);
  const refused = state.status === 'refused' ? { text: formatText(state.refusal), number: state.number } : undefined;
  const error = refused?.text ?? (problem && t(`firmware.upload.problems.${problem}`, { size }));
  return (
    <form
      className="stack stack--wide"
      noValidate
      hidden={hidden}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {refused && (
        <ErrorSummary
          key={`refusal ${refused.number}`}
          heading={t('firmware.upload.refused')}
          errors={[{ id: ids.file, text: refused.text }]}
        />
      )}
      <FileField
        key={`field ${form.round}`}
        id={ids.file}
        ref={field}
        label={t('firmware.upload.file')}
        hint={<FileHint size={size} />}
        accept=".zip"
        error={error}
        onChange={form.choose}
      />
      <div className="upload__direct">
        <Switch
          label={t('firmware.upload.direct')}
          checked={skipsTesting}
          stateText={t(skipsTesting ? 'firmware.upload.on' : 'firmware.upload.off')}
          describedBy={ids.direct}
          onChange={form.setSkipsTesting}
        />
        <div>
          <p className="field__label" aria-hidden="true">
            {t('firmware.upload.direct')}
          </p>
          <p className="field__hint" id={ids.direct}>
            {t(skipsTesting ? 'firmware.upload.directOn' : 'firmware.upload.directOff')}
          </p>
        </div>
      </div>
      <div>
        <Button type="submit" variant="primary">
          {t('firmware.upload.start')}
        </Button>
      </div>
      {form.asks && file && <DirectReleaseDialog fileName={file.name} onAnswer={form.answer} />}
    </form>
  );
}
