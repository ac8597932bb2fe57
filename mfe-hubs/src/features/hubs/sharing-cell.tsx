import { useTranslation } from '@portal/i18n';
import { Cell, Switch } from '@portal/ui';
import type { HubEntry } from './list-state.ts';
import { sharingText } from './sharing-text.ts';

export interface SharingCellProps {
  readonly entry: HubEntry;
  /** The prompt is open below: a word stands in the place of the switch, and of the button beside it (specification, section 4). */
  readonly prompting: boolean;
  readonly onChange: () => void;
}

/** Shared or not: an owner's switch, which moves when the API has said yes, or a word. */
export function SharingCell({ entry, prompting, onChange }: SharingCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const key = sharingText(entry);
  const isSwitch = entry.hub.role === 'owner' && !prompting;
  return (
    <Cell label={t('sharing')} {...(prompting && { colSpan: 2 })}>
      {isSwitch ? (
        <Switch
          label={t('share', { serial: entry.hub.serial })}
          checked={entry.sharing.sharing === 'public'}
          busy={key === 'sharingStates.changing'}
          stateText={t(key)}
          onChange={onChange}
        />
      ) : (
        <span className="soft">{t(key)}</span>
      )}
    </Cell>
  );
}
