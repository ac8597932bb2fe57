import { valibotResolver } from '@hookform/resolvers/valibot';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { REASON_LENGTH, ReasonSchema } from '@portal/staff-api/wire';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { TextField } from '@portal/ui';
import * as v from 'valibot';
import { problemIn } from '../fields/problem-in.ts';
import { TextArea } from '../fields/text-area.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { DialogTexts } from './form-dialog.tsx';

/** Whom an action is about. */
interface Whom {
  readonly name: string;
  readonly email: string;
}

/** Messages are keys of texts. */
const getSchema = (address: string | undefined) =>
  v.object({
    address: v.pipe(
      v.string(),
      v.transform((text) => trimText(text).toLowerCase()),
      v.check((text) => address === undefined || text !== '', 'missing'),
      v.check((text) => address === undefined || text === address.toLowerCase(), 'other'),
    ),
    reason: v.pipe(
      v.string(),
      v.transform(trimText),
      v.nonEmpty('missing'),
      v.maxLength(REASON_LENGTH, 'long'),
      v.check((text) => v.is(ReasonSchema, text), 'short'),
    ),
  });

interface ActionDialogProps extends DialogTexts {
  /** The person, whom the dialog names: other tabs may show others. */
  readonly whom?: Whom;
  /** The address has to be typed, so that nobody does it to somebody else. */
  readonly typesAddress?: boolean;
  /** What is typed, if not the reason. */
  readonly field?: 'reason' | 'note';
  /** Says what the action does, and whether it can be undone. */
  readonly children: ReactNode;
  /** Further fields, after the reason. */
  readonly after?: ReactNode;
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
export function ActionDialog({
  children,
  after,
  whom,
  typesAddress = false,
  field = 'reason',
  action,
  onDone,
  ...dialog
}: ActionDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useForm({
    defaultValues: { address: '', reason: '' },
    mode: 'onTouched',
    resolver: valibotResolver(getSchema(typesAddress ? whom?.email : undefined)),
  });
  const { errors, isSubmitted, isSubmitting } = form.formState;
  const addressProblem = problemIn(errors.address, isSubmitted, ['missing', 'other']);
  const problem = problemIn(errors.reason, isSubmitted, ['missing', 'long', 'short']);
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
      {whom && (
        <p className="action-dialog__whom">
          <strong>{whom.name}</strong> {whom.email}
        </p>
      )}
      {children}
      {typesAddress && (
        <TextField
          label={t('staff.address.label')}
          autoComplete="off"
          spellCheck={false}
          required
          readOnly={isSubmitting}
          error={addressProblem && t(`staff.address.${addressProblem}`)}
          {...form.register('address')}
        />
      )}
      <TextArea
        label={t(`staff.${field}.label`)}
        hint={t(`staff.${field}.hint`)}
        required
        readOnly={isSubmitting}
        error={
          problem &&
          (problem === 'missing' ? t(`staff.${field}.missing`) : t(`staff.reason.${problem}`, { most: REASON_LENGTH }))
        }
        {...form.register('reason')}
      />
      {after}
    </FormDialog>
  );
}
