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
  useOnce,
} from '@portal/ui';
import type { IconName } from '@portal/ui';
import { memo, useId, useLayoutEffect, useRef } from 'react';
import type { HubEntry } from './list-state.ts';
import { ReleasePrompt } from './release-prompt.tsx';
import { sharingText } from './sharing-state.ts';
import type { HubActions } from './use-hub-actions.ts';

interface ActionCellProps {
  readonly entry: HubEntry;
  /** Receives the element to focus in this cell: the button. */
  readonly home: (element: HTMLElement | null) => void;
  readonly onOpen: () => void;
}

/** Opens the row's prompt. A mark shows guests that they have asked the owner; they may ask again. */
function ActionCell({ entry, home, onOpen }: ActionCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const { role, serial } = entry.hub;
  const { asked } = entry.row;
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
          ref={home}
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
  /** The prompt is open below: text replaces the switch and the button beside it (specification, section 4). */
  readonly prompting: boolean;
  readonly onChange: () => void;
}

/** Owners get a switch, which moves when the API has confirmed the change; guests get text. */
function SharingCell({ entry, prompting, onChange }: SharingCellProps) {
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

const ICONS: Record<HubEntry['hub']['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
};

export interface HubRowProps {
  readonly entry: HubEntry;
  readonly actions: HubActions;
  /** Receives the element to focus when the focus moves to this row; null when the row leaves the page. */
  readonly setHome: (key: string, element: HTMLElement | null) => void;
}

/** One hub: its row, and below it the open prompt. Memoized: a list may have two hundred rows, and a search renders with each key. */
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

/** Moves the focus with the row's state: to Cancel, and back to the button. */
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
