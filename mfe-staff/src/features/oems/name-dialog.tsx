import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { OEM_NAME_LENGTH } from '@portal/staff-api/wire';
import { Button, Dialog, TextField } from '@portal/ui';
import { useId, useRef, useState } from 'react';
import type { OemRefusal } from '../../calls/oems.ts';
import { OemFailure } from './oem-failure.tsx';
import { useDialogAct } from './use-dialog-act.ts';

interface NameDialogProps {
  readonly heading: string;
  /** The present name; '' for a new OEM. */
  readonly name: string;
  readonly actText: string;
  /** Resolves with the reason if it is refused. */
  readonly act: (name: string) => Promise<OemRefusal | undefined>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the name of an OEM. */
export function NameDialog({ heading, name: present, actText, act, onDone, onCancel }: NameDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const [name, setName] = useState(present);
  const [problem, setProblem] = useState<'missing' | OemRefusal>();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const refuse = (what: 'missing' | OemRefusal) => {
    setProblem(what);
    field.current?.focus();
  };
  const { run, running, failed } = useDialogAct(async () => {
    const wanted = trimText(name);
    if (wanted !== '' && wanted === present) {
      onCancel();
      return;
    }
    const refusal = wanted === '' ? 'missing' : await act(wanted);
    if (refusal) refuse(refusal);
    else onDone();
  });
  return (
    <Dialog
      heading={heading}
      onCancel={() => {
        if (!running) onCancel();
      }}
      actions={
        <>
          <Button disabled={running} onClick={onCancel}>
            {t('staff.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={running}>
            {running ? t('oems.saving') : actText}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack oems-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <TextField
          ref={field}
          label={t('oems.name')}
          autoComplete="off"
          required
          maxLength={OEM_NAME_LENGTH}
          value={name}
          readOnly={running}
          error={problem && t(`oems.problems.${problem}`)}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(undefined);
          }}
        />
        <OemFailure number={failed} />
      </form>
    </Dialog>
  );
}
