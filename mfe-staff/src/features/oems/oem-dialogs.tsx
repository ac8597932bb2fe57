import { valibotResolver } from '@hookform/resolvers/valibot';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { OEM_NAME_LENGTH } from '@portal/staff-api/wire';
import { TextField } from '@portal/ui';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { FormDialog } from '../../action-dialog/form-dialog.tsx';
import type { Oem, OemRefusal } from '../../calls/oems.ts';
import { problemIn } from '../../fields/problem-in.ts';

/** Messages are keys of texts. */
const NameSchema = v.object({
  name: v.pipe(
    v.string(),
    v.transform(trimText),
    v.nonEmpty('missing'),
    v.maxLength(OEM_NAME_LENGTH, 'tooLong'),
    v.regex(/^\P{Cc}*$/u, 'oneLine'),
  ),
});

interface OemDialogProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

interface NameDialogProps extends OemDialogProps {
  /** The present name; '' for a new OEM. */
  readonly name: string;
  readonly heading: string;
  readonly actionText: string;
  /** Resolves with the reason if it is refused. */
  readonly action: (name: string) => Promise<OemRefusal | undefined>;
}

/** Asks for the name of an OEM. */
export function NameDialog({ name: present, action, onDone, ...dialog }: NameDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useForm({ defaultValues: { name: present }, resolver: valibotResolver(NameSchema) });
  const { errors, isSubmitted, isSubmitting } = form.formState;
  const problem = problemIn(errors.name, isSubmitted, ['missing', 'OEM_EXISTS', 'OEM_NOT_FOUND']);
  const wrongText = problemIn(errors.name, isSubmitted, ['tooLong', 'oneLine']);
  const error = wrongText
    ? t(`country.problems.${wrongText}`, { count: OEM_NAME_LENGTH })
    : problem && t(`oems.problems.${problem}`);
  return (
    <FormDialog
      {...dialog}
      form={form}
      busyText={t('oems.saving')}
      failureText={() => t('oems.failed')}
      action={async ({ name }) => {
        if (name === present) {
          dialog.onCancel();
          return undefined;
        }
        const refusal = await action(name);
        if (refusal) form.setError('name', { message: refusal }, { shouldFocus: true });
        else onDone();
        return undefined;
      }}
    >
      <TextField
        label={t('oems.name')}
        autoComplete="off"
        required
        readOnly={isSubmitting}
        error={error}
        {...form.register('name')}
      />
    </FormDialog>
  );
}

interface RemoveDialogProps extends OemDialogProps {
  readonly oem: Oem;
  readonly action: () => Promise<void>;
}

/** Says what the removal of an OEM means. */
export function RemoveDialog({ oem, action, onDone, onCancel }: RemoveDialogProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <FormDialog
      form={useForm()}
      danger
      heading={t('oems.remove.title', { name: oem.name })}
      actionText={t('oems.remove.action')}
      busyText={t('oems.remove.busy')}
      failureText={() => t('oems.failed')}
      action={async () => {
        await action();
        onDone();
        return undefined;
      }}
      onCancel={onCancel}
    >
      <p>{oem.appIds === 0 ? t('oems.remove.noAppIds') : t('oems.remove.appIds', { count: oem.appIds })}</p>
      <p>{t('oems.remove.final')}</p>
    </FormDialog>
  );
}
