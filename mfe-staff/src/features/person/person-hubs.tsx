import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Cell, DeviceLabel, focusIfLost, Link, RoleLabel, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import type { IconName } from '@portal/ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Person, StaffHub } from '../../calls/people.ts';
import { getQuery } from '../../calls/query.ts';
import type { StateHub } from '../../navigation-state/navigation-state.ts';
import { HubRelease } from './hub-release.tsx';
import { dayText } from '../../lists/numbers.ts';
import type { PersonActionProps } from './person-action.tsx';

const ICONS: Record<StaffHub['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
};

/** How many hubs are shown at first. */
const PORTION = 20;

interface PersonHubsProps extends PersonActionProps {
  /** The serial of the hub that somebody has looked for, which comes first. */
  readonly wanted: string | undefined;
}

/** The hubs of an account, as owner and as guest, with what can be done with them. */
export function PersonHubs({ wanted, ...action }: PersonHubsProps) {
  const { t } = useTranslation('mfe-staff');
  const { hubs } = action.person;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const sorted = hubs.toSorted((a, b) => Number(b.serial === wanted) - Number(a.serial === wanted));
  const shown = showsAll ? sorted : sorted.slice(0, PORTION);
  const before = useRef(hubs.length);
  // After a release its button is gone.
  useLayoutEffect(() => {
    if (hubs.length < before.current) focusIfLost(heading.current);
    before.current = hubs.length;
  }, [hubs.length]);
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('person.hubs.heading')}
      </h2>
      {hubs.length === 0 ? (
        <p className="soft">{t('person.hubs.empty')}</p>
      ) : (
        <HubTable {...action} hubs={shown} wanted={wanted} />
      )}
      {shown.length < hubs.length && (
        <div>
          <Button icon="descending" onClick={() => setShowsAll(true)}>
            {t('person.hubs.all', { count: hubs.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function HubTable({ hubs, wanted, ...action }: PersonHubsProps & Pick<Person, 'hubs'>) {
  const { t } = useTranslation('mfe-staff');
  const columns = [
    { name: t('person.hubs.serial') },
    { name: t('person.hubs.addedOn') },
    { name: t('person.hubs.type') },
    { name: t('person.hubs.firmware') },
    { name: t('person.hubs.partNumber') },
    { name: t('person.hubs.role') },
    { name: t('person.hubs.sharing') },
    { name: t('person.hubs.actions'), hidden: true },
  ];
  return (
    <Table label={t('person.hubs.heading')} columns={columns}>
      {hubs.map((hub) => (
        <HubRow key={`${hub.serial}+${hub.partNumber}`} {...action} hub={hub} isWanted={hub.serial === wanted} />
      ))}
    </Table>
  );
}

interface HubRowProps extends PersonActionProps {
  readonly hub: StaffHub;
  readonly isWanted: boolean;
}

function HubRow({ hub, isWanted, ...action }: HubRowProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  return (
    <RowGroup>
      <Row>
        <RowHeader>
          <DeviceLabel icon={ICONS[hub.type]}>{hub.serial}</DeviceLabel>
        </RowHeader>
        <Cell label={t('person.hubs.addedOn')} className="numerals">
          {dayText(hub.addedOn)}
        </Cell>
        <Cell label={t('person.hubs.type')}>{t(`person.hubs.types.${hub.type}`)}</Cell>
        <Cell label={t('person.hubs.firmware')} className="numerals">
          {hub.firmware ?? t('person.unknown')}
        </Cell>
        <Cell label={t('person.hubs.partNumber')} className="numerals">
          {hub.partNumber}
        </Cell>
        <Cell label={t('person.hubs.role')}>
          <RoleLabel role={hub.role} text={t(`person.hubs.roles.${hub.role}`)} />
        </Cell>
        <Cell label={t('person.hubs.sharing')}>{t(`person.hubs.sharingModes.${hub.sharing}`)}</Cell>
        <Cell className="end">
          <span className="person-hub__actions">
            {can('release a hub', roles) && <HubRelease {...action} hub={hub} isWanted={isWanted} />}
            {can('list logs', roles) && (
              <Link
                to={`/staff/logs?${getQuery({ identifier: hub.serial })}`}
                aria-label={t('person.hubs.logsOf', { serial: hub.serial })}
              >
                {t('person.hubs.logs')}
              </Link>
            )}
            <StatusLink hub={hub} />
          </span>
        </Cell>
      </Row>
    </RowGroup>
  );
}

/** Leads to the hub's status. Rear lights have none. */
function StatusLink({ hub: { type, serial, partNumber } }: { readonly hub: StaffHub }) {
  const { t } = useTranslation('mfe-staff');
  if (type !== 'hub' && type !== 'smartphoneHub') return null;
  const hub: StateHub = { kind: type, serial, partNumber };
  return (
    <Link to="/staff/hubs" state={{ hub }} aria-label={t('person.hubs.statusOf', { serial })}>
      {t('person.hubs.status')}
    </Link>
  );
}
