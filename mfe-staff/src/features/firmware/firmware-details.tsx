import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Entries, notify } from '@portal/ui';
import { useState } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { changeAndLook } from '../../action-dialog/use-action-dialog.ts';
import { changeState, getFirmwareAddress } from '../../calls/firmware.ts';
import type { Firmware } from '../../calls/firmware.ts';
import { CopyButton } from '../../copy-button/copy-button.tsx';
import { useDownload } from '../../downloads/use-download.ts';
import { Moment } from '../../lists/moment.tsx';

/** A hash in base64 as the tools of a computer print it. */
const toHex = (hash: string) =>
  Array.from(atob(hash), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

export interface FirmwareProps {
  readonly firmware: Firmware;
  readonly readAgain: () => void;
}

/** Hash and history of firmware, and what the account's roles allow to do with it. */
export function FirmwareDetails({ firmware, readAgain }: FirmwareProps) {
  const { t } = useTranslation('mfe-staff');
  const hash = toHex(firmware.hash);
  return (
    <div className="stack">
      <Entries
        entries={[
          {
            name: t('firmware.hash'),
            value: (
              <>
                <code className="firmware__hash">{hash}</code> <CopyButton text={hash} what={t('firmware.hash')} />
              </>
            ),
          },
          { name: t('firmware.history'), value: <History history={firmware.history} /> },
        ]}
      />
      <FirmwareActions firmware={firmware} readAgain={readAgain} />
    </div>
  );
}

/** Who gave it which state, when and why. */
function History({ history }: Pick<Firmware, 'history'>) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ul className="firmware__history">
      {history.map(({ state, at, by, reason }) => (
        <li key={state}>
          <Moment at={at} />
          {[t(`firmware.states.${state}`), by, reason].filter(Boolean).map((text) => ` · ${text}`)}
        </li>
      ))}
    </ul>
  );
}

function FirmwareActions({ firmware, readAgain }: FirmwareProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const { fileName, state } = firmware;
  const [asked, setAsked] = useState<'released' | 'withdrawn'>();
  const [download, downloading] = useDownload(() => getFirmwareAddress(fileName), readAgain);
  const mayChange = can('release and withdraw firmware', roles);
  return (
    <div className="cluster">
      {can('download firmware', roles) && (
        <Button size="small" icon="download" busy={downloading} onClick={() => void download()}>
          {t('firmware.download')}
        </Button>
      )}
      {mayChange && state === 'testing' && (
        <Button size="small" onClick={() => setAsked('released')}>
          {t('firmware.released.open')}
        </Button>
      )}
      {mayChange && state !== 'withdrawn' && (
        <Button size="small" variant="danger-quiet" onClick={() => setAsked('withdrawn')}>
          {t('firmware.withdrawn.open')}
        </Button>
      )}
      {asked && (
        <StateDialog firmware={firmware} to={asked} readAgain={readAgain} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

interface StateDialogProps extends FirmwareProps {
  readonly to: 'released' | 'withdrawn';
  readonly onClose: () => void;
}

/** The second look before firmware is released or withdrawn. */
function StateDialog({ firmware: { fileName, product, hubVersion }, to, readAgain, onClose }: StateDialogProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ActionDialog
      heading={t(`firmware.${to}.heading`)}
      actionText={t(`firmware.${to}.action`)}
      busyText={t(`firmware.${to}.busy`)}
      danger={to === 'withdrawn'}
      action={async (reason) => {
        if ((await changeAndLook(changeState(fileName, to, reason), readAgain)) !== undefined) {
          readAgain();
          return t('firmware.stateChanged');
        }
        notify({ kind: 'success', text: t(`firmware.${to}.done`, { file: fileName }) });
        return undefined;
      }}
      onDone={() => {
        onClose();
        readAgain();
      }}
      onCancel={onClose}
    >
      <p className="firmware__name">{fileName}</p>
      <p>{t(`firmware.${to}.means`, { product, version: hubVersion })}</p>
      <p>{t(`firmware.${to}.undo`)}</p>
    </ActionDialog>
  );
}
