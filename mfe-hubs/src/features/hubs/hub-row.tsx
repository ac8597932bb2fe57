import { formatDate, useTranslation } from '@portal/i18n';
import { Cell, DeviceLabel, focusIfLost, isPress, RoleLabel, Row, RowGroup, RowHeader, useOnce } from '@portal/ui';
import type { IconName } from '@portal/ui';
import { memo, useId, useLayoutEffect, useRef } from 'react';
import { ActionCell, RequestedRow } from './action-cell.tsx';
import type { HubEntry } from './list-state.ts';
import { ReleasePrompt } from './release-prompt.tsx';
import { SharingCell } from './sharing-cell.tsx';
import type { HubActions } from './use-hub-actions.ts';

const ICONS: Record<HubEntry['hub']['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
  unknown: 'otherDevice',
};

export interface HubRowProps {
  readonly entry: HubEntry;
  /** The day on which the guest asked the owner to release the hub. */
  readonly requestedOn: string | undefined;
  readonly actions: HubActions;
  readonly onSummary: (entry: HubEntry) => void;
  /** Receives the element to focus when the focus moves to this row; null when the row is removed. */
  readonly setFocusTarget: (key: string, element: HTMLElement | null) => void;
  /** The same for the hub's name, where the focus goes when the row has just been added to the list. */
  readonly setNameTarget: (key: string, element: HTMLElement | null) => void;
}

/**
 * One hub: its row, and below it the open prompt. Memoized, because a list may have two hundred rows, and each key in
 * the search renders it.
 */
export const HubRow = memo(function HubRow({
  entry,
  requestedOn,
  actions,
  onSummary,
  setFocusTarget,
  setNameTarget,
}: HubRowProps) {
  const { t } = useTranslation('mfe-hubs');
  const { key, hub, rights, row } = entry;
  const prompting = row.status === 'confirming' || row.status === 'releasing' || row.status === 'asking';
  const requestedId = useId();
  const [changeSharing] = useOnce(actions.changeSharing);
  const [confirm] = useOnce(actions.confirm);
  const focusTarget = useFocusTarget(row.status, (element) => setFocusTarget(key, element));
  return (
    <RowGroup
      className="hub"
      data-role={hub.role}
      data-state={prompting ? row.status : undefined}
      onKeyDown={(event) => {
        if (prompting && isPress(event, 'Escape')) actions.cancel(entry);
      }}
    >
      <Row>
        <RowHeader>
          <div className="hub__name" tabIndex={-1} ref={(element) => setNameTarget(key, element)}>
            <DeviceLabel icon={ICONS[hub.type]}>{hub.serial}</DeviceLabel>
          </div>
        </RowHeader>
        <Cell label={t('addedOn')} className="numerals">
          {hub.activatedAt ? formatDate(hub.activatedAt) : t('unknown')}
        </Cell>
        <Cell label={t('type')}>{t(hub.type === 'unknown' ? 'unknown' : `types.${hub.type}`)}</Cell>
        <Cell label={t('role')}>
          {hub.role === 'unknown' ? t('unknown') : <RoleLabel role={hub.role} text={t(`roles.${hub.role}`)} />}
        </Cell>
        <SharingCell entry={entry} prompting={prompting} onChange={() => void changeSharing(entry)} />
        {!prompting && (
          <ActionCell
            entry={entry}
            requestedId={requestedOn && requestedId}
            focusTarget={focusTarget}
            onOpen={() => actions.openPrompt(entry)}
            onSummary={() => onSummary(entry)}
          />
        )}
      </Row>
      {requestedOn && !prompting && <RequestedRow id={requestedId} on={requestedOn} />}
      {prompting && rights && (
        <Row>
          <Cell className="prompt-cell" colSpan={6}>
            <ReleasePrompt
              rights={rights}
              status={row.status}
              focusTarget={focusTarget}
              onCancel={() => actions.cancel(entry)}
              onConfirm={() => void confirm(entry)}
            />
          </Cell>
        </Row>
      )}
    </RowGroup>
  );
});

/** Moves the focus with the row's state: to Cancel, and back to the button. */
function useFocusTarget(status: HubEntry['row']['status'], register: (element: HTMLElement | null) => void) {
  const focusTarget = useRef<HTMLElement>(null);
  const before = useRef(status);
  useLayoutEffect(() => {
    if (before.current === status) return;
    before.current = status;
    focusIfLost(focusTarget.current);
  }, [status]);
  return (element: HTMLElement | null) => {
    focusTarget.current = element;
    register(element);
  };
}
