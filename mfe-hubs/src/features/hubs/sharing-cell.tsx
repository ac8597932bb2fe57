import { useTranslation } from '@portal/i18n';
import { Button, Cell, Switch, useFocusAfterRetry } from '@portal/ui';
import { useRef } from 'react';
import type { HubEntry } from './list-state.ts';
import { SHARING_DESCRIPTION_ID } from './audience-texts.tsx';
import { sharingText } from './sharing-state.ts';

interface SharingCellProps {
  readonly entry: HubEntry;
  /**
   * Whether the prompt is open below; then text replaces the switch, and the button is hidden (specification, section
   * 4).
   */
  readonly prompting: boolean;
  readonly onChange: () => void;
}

/** What stays of a failed change when its notice has left. */
function FailedChange({ entry, onRetry }: { readonly entry: HubEntry; readonly onRetry: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  const { serial } = entry.hub;
  return (
    <span className="hub__failed">
      <span>{t(entry.sharing.failed === 'unknown' ? 'sharingUnanswered' : 'sharingFailed')}</span>
      <Button
        size="small"
        icon="retry"
        busy={entry.sharing.status === 'changing'}
        aria-label={t('shareAgain', { serial })}
        onClick={onRetry}
      >
        {t('tryAgain')}
      </Button>
    </span>
  );
}

/**
 * Everybody sees whether the hub is shared. Owners get a switch, which changes after the API has confirmed the change.
 */
export function SharingCell({ entry, prompting, onChange }: SharingCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const key = sharingText(entry);
  const { status, sharing, failed } = entry.sharing;
  const switchedOff = status === 'idle' && entry.sharing.switchedOff;
  const control = useRef<HTMLInputElement>(null);
  useFocusAfterRetry(control, { retrying: failed !== false && status === 'changing', ended: failed === false });
  const isGuest = entry.hub.role === 'guest';
  const isSwitch = entry.rights?.role === 'owner' && sharing !== 'unknown' && !prompting;
  return (
    <Cell label={t('sharing')} {...(prompting && { colSpan: 2 })}>
      {isSwitch ? (
        <Switch
          ref={control}
          label={t('share', { serial: entry.hub.serial })}
          checked={sharing === 'public'}
          busy={key === 'sharingStates.changing'}
          stateText={t(key)}
          describedBy={SHARING_DESCRIPTION_ID}
          onChange={onChange}
        />
      ) : (
        <span>
          <span className="soft">{t(key)}</span>
          {isGuest && <span className="hub__hint">{t('setByOwner')}</span>}
        </span>
      )}
      {isSwitch && switchedOff && <span className="hub__hint">{t('guestsStay')}</span>}
      {isSwitch && failed !== false && <FailedChange entry={entry} onRetry={onChange} />}
    </Cell>
  );
}
