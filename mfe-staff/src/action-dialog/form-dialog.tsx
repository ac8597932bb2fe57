import { useTranslation } from '@portal/i18n';
import { Button, Dialog, Message, useOnce, useUnsavedInput } from '@portal/ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTellFailure } from '../loading/use-read.ts';
import './action-dialog.css';

export interface DialogTexts {
  /** The action as a question: "Delete this account?" */
  readonly heading: string;
  /** The action in full: "Delete account", not "OK". */
  readonly actionText: string;
  /** Replaces it while the action runs: "Deleting account…". */
  readonly busyText: string;
  /** Red, for an action that cannot be undone. */
  readonly danger?: boolean;
}

interface FormDialogProps<Input extends FieldValues, Output> extends DialogTexts {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** Text and fields. */
  readonly children: ReactNode;
  /** Does it. Resolves with a text if it is refused; other failures are thrown, and the dialog tells of them. */
  readonly action: (values: Output) => Promise<string | undefined>;
  /** Says what a failure means. */
  readonly failureText: (error: unknown) => string;
  readonly onCancel: () => void;
}

/** Shows a message after the last field, which a long dialog hides below its buttons. */
function useScrollToEnd(inside: RefObject<HTMLElement | null>, message: object | boolean | undefined): void {
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (dialog && message) dialog.scrollTop = dialog.scrollHeight;
  }, [inside, message]);
}

/** A form in a dialog, which is sent once at a time. Open while it is rendered. */
export function FormDialog<Input extends FieldValues, Output>({
  form,
  heading,
  children,
  actionText,
  busyText,
  danger = false,
  action,
  failureText,
  onCancel,
}: FormDialogProps<Input, Output>) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  const tellFailure = useTellFailure();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<{ readonly title: string; readonly text?: string }>();
  const [submit, running] = useOnce(
    form.handleSubmit(async (values) => {
      try {
        const refusal = await action(values);
        if (refusal !== undefined) setFailure({ title: refusal });
      } catch (error) {
        // A notice would be behind the dialog.
        tellFailure(error, () => setFailure({ title: t('staff.failure'), text: failureText(error) }));
      }
    }),
  );
  const unsaved = form.formState.isDirty && !running;
  useUnsavedInput(unsaved, onCancel);
  const cancel = useRef<HTMLButtonElement>(null);
  // In a low window the question leaves no space for the field that has the focus.
  useLayoutEffect(() => {
    const field = document.activeElement?.getBoundingClientRect();
    const buttons = cancel.current?.parentElement?.getBoundingClientRect();
    if (field && buttons && field.bottom > buttons.top) cancel.current?.focus();
  }, []);
  useScrollToEnd(cancel, asking || failure);
  return (
    <Dialog
      heading={heading}
      onCancel={() => {
        if (unsaved && !asking) setAsking(true);
        else if (!running) onCancel();
      }}
      actions={
        <>
          <Button ref={cancel} disabled={running} onClick={onCancel}>
            {t('staff.cancel')}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={running}>
            {running ? busyText : actionText}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack action-dialog"
        noValidate
        onChange={() => setAsking(false)}
        onSubmit={(event) => {
          event.preventDefault();
          setFailure(undefined); // an equal failure appears anew, so that screen readers read it
          void submit(event);
        }}
      >
        {children}
        {asking && (
          <Message kind="warning" title={t('staff.unsaved.title')} live="alert">
            {t('staff.unsaved.text')}
          </Message>
        )}
        {failure && (
          <Message kind="error" title={failure.title} live="alert">
            {failure.text}
          </Message>
        )}
      </form>
    </Dialog>
  );
}
