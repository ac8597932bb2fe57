import { formatDate, useTranslation } from '@portal/i18n';
import {
  Badge,
  Button,
  Cell,
  DeviceLabel,
  focusIfLost,
  Icon,
  RoleLabel,
  Row,
  RowGroup,
  RowHeader,
  Switch,
  useFocusAfterRetry,
  useOnce,
} from '@portal/ui';
import type { IconName } from '@portal/ui';
import { memo, useId, useLayoutEffect, useRef } from 'react';
import type { HubRights } from './hub-rights.ts';
import type { HubEntry } from './list-state.ts';
import { ReleasePrompt } from './release-prompt.tsx';
import { SHARING_MEANS_ID } from './reader-texts.tsx';
import { sharingText } from './sharing-state.ts';
import type { HubActions } from './use-hub-actions.ts';

interface ActionCellProps {
  readonly rights: HubRights;
  /** Whether the owner has been asked. */
  readonly asked: boolean;
  /** Receives the element to focus in this cell: the button. */
  readonly focusTarget: (element: HTMLElement | null) => void;
  readonly onOpen: () => void;
}

/** Opens the row's prompt. A mark shows guests that they have asked the owner; they may ask again. */
function ActionCell({ rights, asked, focusTarget, onOpen }: ActionCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const { role } = rights;
  const { serial } = rights.id;
  const markId = useId();
  return (
    <Cell className="end">
      <div className="hub__action">
        {asked && (
          <span id={markId}>
            <Badge kind="good">
              <Icon name="mail" small />
              {t('ownerAsked')}
            </Badge>
          </span>
        )}
        <Button
          ref={focusTarget}
          variant="quiet"
          icon={role === 'owner' ? 'release' : 'mail'}
          aria-label={t(`prompts.${role}.openFor`, { serial })}
          aria-describedby={asked ? markId : undefined}
          onClick={onOpen}
        >
          {t(`prompts.${role}.open`)}
        </Button>
      </div>
    </Cell>
  );
}

interface SharingCellProps {
  readonly entry: HubEntry;
  /** Whether the prompt is open below; then text replaces the switch, and the button is hidden (specification, section 4). */
  readonly prompting: boolean;
  readonly onChange: () => void;
}

/** What stays of a failed change when its notice has left. */
function FailedChange({ entry, onRetry }: { readonly entry: HubEntry; readonly onRetry: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  const { serial } = entry.hub;
  return (
    <span className="hub__failed">
      <span>{t('sharingFailed')}</span>
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

/** Everybody sees whether the hub is shared. Owners get a switch, which changes after the API has confirmed the change. */
function SharingCell({ entry, prompting, onChange }: SharingCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const key = sharingText(entry);
  const { status, sharing, failed } = entry.sharing;
  const switchedOff = status === 'idle' && entry.sharing.switchedOff;
  const control = useRef<HTMLInputElement>(null);
  useFocusAfterRetry(control, { retrying: failed && status === 'changing', ended: !failed });
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
          describedBy={SHARING_MEANS_ID}
          onChange={onChange}
        />
      ) : (
        <span>
          <span className="soft">{t(key)}</span>
          {isGuest && <span className="hub__hint">{t('setByOwner')}</span>}
        </span>
      )}
      {isSwitch && switchedOff && <span className="hub__hint">{t('guestsStay')}</span>}
      {isSwitch && failed && <FailedChange entry={entry} onRetry={onChange} />}
    </Cell>
  );
}

const ICONS: Record<HubEntry['hub']['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
  unknown: 'otherDevice',
};

export interface HubRowProps {
  readonly entry: HubEntry;
  readonly actions: HubActions;
  /** Receives the element to focus when the focus moves to this row; null when the row is removed. */
  readonly setFocusTarget: (key: string, element: HTMLElement | null) => void;
  /** The same for the hub's name, where the focus goes when the row has just been added to the list. */
  readonly setNameTarget: (key: string, element: HTMLElement | null) => void;
}

/** One hub: its row, and below it the open prompt. Memoized, because a list may have two hundred rows, and each key in the search renders it. */
export const HubRow = memo(function HubRow({ entry, actions, setFocusTarget, setNameTarget }: HubRowProps) {
  const { t } = useTranslation('mfe-hubs');
  const { key, hub, rights, row } = entry;
  const prompting = row.status === 'confirming' || row.status === 'releasing' || row.status === 'asking';
  const [changeSharing] = useOnce(actions.changeSharing);
  const [confirm] = useOnce(actions.confirm);
  const focusTarget = useFocusTarget(row.status, (element) => setFocusTarget(key, element));
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
        {!prompting && rights && (
          <ActionCell
            rights={rights}
            asked={row.asked}
            focusTarget={focusTarget}
            onOpen={() => actions.openPrompt(entry)}
          />
        )}
        {!rights && <Cell className="end">{null}</Cell>}
      </Row>
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
