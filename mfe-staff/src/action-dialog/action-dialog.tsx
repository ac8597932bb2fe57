import { valibotResolver } from '@hookform/resolvers/valibot';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { REASON_LENGTH, ReasonSchema } from '@portal/staff-api/wire';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { problemIn } from '../fields/problem-in.ts';
import { TextArea } from '../fields/text-area.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { DialogTexts } from './form-dialog.tsx';

/** The field takes no more than the most characters. Messages are keys of texts. */
const ActionSchema = v.object({
  reason: v.pipe(
    v.string(),
    v.transform(trimText),
    v.nonEmpty('missing'),
    v.check((text) => v.is(ReasonSchema, text), 'short'),
  ),
});

interface ActionDialogProps extends DialogTexts {
  /** Says what the action does, and whether it can be undone; may contain further fields. */
  readonly children: ReactNode;
  /**
   * Does it, for the trimmed reason. Resolves with a text if it is refused for something that the person can correct.
   * @throws {CallError}
   */
  readonly action: (reason: string) => Promise<string | undefined>;
  /** After success: closes the dialog. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the reason of an action, and does it once. Open while it is rendered. */
export function ActionDialog({ children, action, onDone, ...dialog }: ActionDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useForm({ defaultValues: { reason: '' }, mode: 'onTouched', resolver: valibotResolver(ActionSchema) });
  const { errors, isSubmitted, isSubmitting } = form.formState;
  const problem = problemIn(errors.reason, isSubmitted, ['missing', 'short']);
  return (
    <FormDialog
      {...dialog}
      form={form}
      failureText={(error) => t(isOutcomeUnknown(error) ? 'staff.unknown' : 'staff.notDone')}
      action={async ({ reason }) => {
        const refusal = await action(reason);
        if (refusal === undefined) onDone();
        return refusal;
      }}
    >
      {children}
      <TextArea
        label={t('staff.reason.label')}
        hint={t('staff.reason.hint')}
        required
        maxLength={REASON_LENGTH}
        readOnly={isSubmitting}
        error={problem && t(`staff.reason.${problem}`)}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
