import { useLanguage, useTranslation } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useState } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { changeAndLook } from '../../action-dialog/use-action-dialog.ts';
import { deleteLog, deleteLogs } from '../../calls/logs.ts';
import type { Log, LogFilter } from '../../calls/logs.ts';
import { numberText } from '../../lists/numbers.ts';

/** What the open dialog is about: one log, or how many match the filter. */
export type DeletionTarget = { readonly log: Log } | { readonly count: number };

interface DeleteDialogProps extends DialogProps {
  readonly target: DeletionTarget | undefined;
  readonly filter: LogFilter;
}

/** The question before logs are deleted, while there is a target. */
export function DeleteDialog({ target, filter, ...answers }: DeleteDialogProps) {
  if (!target) return undefined;
  return 'log' in target ? (
    <DeleteLogDialog log={target.log} {...answers} />
  ) : (
    <DeleteLogsDialog filter={filter} count={target.count} {...answers} />
  );
}

interface DialogProps {
  /** Reads the logs anew, when nobody knows whether they were deleted. */
  readonly readAgain: () => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function DeleteLogDialog({ log, readAgain, onDone, onCancel }: DialogProps & { readonly log: Log }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ActionDialog
      heading={t('logs.deleteOne.heading')}
      actionText={t('logs.deleteOne.action')}
      busyText={t('logs.deleting')}
      danger
      action={async (reason) => {
        await changeAndLook(deleteLog(log.id, reason), readAgain);
        notify({ kind: 'success', text: t('logs.deleteOne.done', { file: log.fileName }) });
        return undefined;
      }}
      onDone={onDone}
      onCancel={onCancel}
    >
      <p className="log__long">{log.fileName}</p>
      <OfWhom identifier={log.identifier} />
      <p>{t('logs.final')}</p>
    </ActionDialog>
  );
}

/** Whose logs are deleted: to ask for the name would be a look-up. */
function OfWhom({ identifier }: { readonly identifier: string }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <p className="log__long">
      {`${t('logs.columns.identifier')}: `}
      <strong>{identifier}</strong>
    </p>
  );
}

interface DeleteLogsDialogProps extends DialogProps {
  readonly filter: LogFilter;
  /** How many there were when the dialog opened. */
  readonly count: number;
}

/** Deletes the logs that match the filter, if there are still as many as it says. */
function DeleteLogsDialog({ filter, count: first, readAgain, onDone, onCancel }: DeleteLogsDialogProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const [count, setCount] = useState(first);
  const numbers = (of: number) => ({ count: of, number: numberText(language, of) });

  async function action(reason: string): Promise<string | undefined> {
    const left = await changeAndLook(deleteLogs({ filter, count, reason }), readAgain);
    if (left === 'deleted') notify({ kind: 'success', text: t('logs.deleteMany.done', numbers(count)) });
    else if (left === 0) notify({ kind: 'error', text: t('logs.noneLeft') });
    else {
      setCount(left);
      return t('logs.deleteMany.changed', numbers(left));
    }
    return undefined;
  }

  return (
    <ActionDialog
      heading={t('logs.deleteMany.heading', numbers(count))}
      actionText={t('logs.deleteMany.action', numbers(count))}
      busyText={t('logs.deleting')}
      danger
      action={action}
      onDone={onDone}
      onCancel={onCancel}
    >
      <p>{t('logs.deleteMany.text')}</p>
      {filter.identifier !== undefined && <OfWhom identifier={filter.identifier} />}
      <p>{t('logs.final')}</p>
    </ActionDialog>
  );
}
