import { useTranslation } from '@portal/i18n';
import { REASON_LENGTH } from '@portal/staff-api/wire';
import { Button, Dialog, Message } from '@portal/ui';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { TextArea } from '../fields/text-area.tsx';
import { useAct } from './use-act.ts';
import './act-dialog.css';

interface ActDialogProps {
  /** The act as a question: "Delete this account?" */
  readonly heading: string;
  /** Says what the act does, and whether it can be undone; may contain further fields. */
  readonly children: ReactNode;
  /** The act in full: "Delete account", not "OK". */
  readonly actText: string;
  /** Replaces it while the act runs: "Deleting account…". */
  readonly busyText: string;
  /** Red, for an act that cannot be undone. */
  readonly danger?: boolean;
  /**
   * Does it, for the trimmed reason. Resolves with a text if it is refused for something that the person can correct; other failures
   * are thrown, and the dialog tells of them.
   */
  readonly act: (reason: string) => Promise<string | undefined>;
  /** After success: closes the dialog. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the reason of an act, and does it once. Open while it is rendered. */
export function ActDialog({
  heading,
  children,
  actText,
  busyText,
  danger = false,
  act,
  onDone,
  onCancel,
}: ActDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const { reason, field, changeReason, checkReason, problem, failure, running, submit } = useAct(act, onDone);
  // The browser gives the focus to the first field; the safe choice shall have it. The dialog is open by now.
  useLayoutEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog
      heading={heading}
      onCancel={() => {
        if (!running) onCancel();
      }}
      actions={
        <>
          <Button ref={cancel} disabled={running} onClick={onCancel}>
            {t('staff.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={running}>
            {running ? busyText : actText}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack act-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <TextArea
          ref={field}
          label={t('staff.reason.label')}
          hint={t('staff.reason.hint')}
          name="reason"
          required
          maxLength={REASON_LENGTH}
          value={reason}
          readOnly={running}
          error={problem && t(`staff.reason.${problem}`)}
          onChange={({ target }) => changeReason(target.value)}
          onBlur={checkReason}
        />
        {failure && (
          <Message key={failure.number} kind="error" title={failure.title} live="alert">
            {failure.text}
          </Message>
        )}
      </form>
    </Dialog>
  );
}
