import { formatDate, useTranslation } from '@portal/i18n';
import { Cell, DeviceLabel, focusIfLost, RoleLabel, Row, RowGroup, RowHeader, useOnce } from '@portal/ui';
import type { IconName } from '@portal/ui';
import { memo, useLayoutEffect, useRef } from 'react';
import { ActionCell } from './action-cell.tsx';
import type { HubEntry } from './list-state.ts';
import { ReleasePrompt } from './release-prompt.tsx';
import { SharingCell } from './sharing-cell.tsx';
import type { HubActions } from './use-hub-actions.ts';

const ICONS: Record<HubEntry['hub']['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
};

export interface HubRowProps {
  readonly entry: HubEntry;
  readonly actions: HubActions;
  /** Learns which element of the row should have the focus when it comes to this row; null when there is none any more. */
  readonly setHome: (key: string, element: HTMLElement | null) => void;
}

/** One hub: its row, and below it the prompt while that is open. Two hundred of them stay as they are while somebody types a search. */
export const HubRow = memo(function HubRow({ entry, actions, setHome }: HubRowProps) {
  const { t } = useTranslation('mfe-hubs');
  const { key, hub, row } = entry;
  const prompting = row.status === 'confirming' || row.status === 'releasing' || row.status === 'asking';
  const [changeSharing] = useOnce(actions.changeSharing);
  const [confirm] = useOnce(actions.confirm);
  const home = useHome(row.status, (element) => setHome(key, element));
  return (
    <RowGroup
      className="hub"
      data-role={hub.role}
      data-state={prompting ? row.status : undefined}
      onKeyDown={(event) => {
        if (prompting && event.key === 'Escape') actions.cancel(entry);
      }}
    >
      <Row>
        <RowHeader>
          <DeviceLabel icon={ICONS[hub.type]}>{hub.serial}</DeviceLabel>
        </RowHeader>
        <Cell label={t('addedOn')} className="numerals">
          {formatDate(hub.activatedAt)}
        </Cell>
        <Cell label={t('type')}>{t(`types.${hub.type}`)}</Cell>
        <Cell label={t('role')}>
          <RoleLabel role={hub.role} text={t(`roles.${hub.role}`)} />
        </Cell>
        <SharingCell entry={entry} prompting={prompting} onChange={() => void changeSharing(entry)} />
        {!prompting && <ActionCell entry={entry} home={home} onOpen={() => actions.openPrompt(entry)} />}
      </Row>
      {prompting && (
        <Row>
          <Cell className="prompt-cell" colSpan={6}>
            <ReleasePrompt
              entry={entry}
              home={home}
              onCancel={() => actions.cancel(entry)}
              onConfirm={() => void confirm(entry)}
            />
          </Cell>
        </Row>
      )}
    </RowGroup>
  );
});

/** Takes the focus along from step to step: to Cancel, and back to the button. */
function useHome(status: HubEntry['row']['status'], tell: (element: HTMLElement | null) => void) {
  const home = useRef<HTMLElement>(null);
  const before = useRef(status);
  useLayoutEffect(() => {
    if (before.current === status) return;
    before.current = status;
    focusIfLost(home.current);
  }, [status]);
  return (element: HTMLElement | null) => {
    home.current = element;
    tell(element);
  };
}
