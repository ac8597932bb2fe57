import { formatDate, useTranslation } from '@portal/i18n';
import {
  Button,
  Cell,
  DeviceLabel,
  EmptyCard,
  Link,
  RoleLabel,
  Row,
  RowGroup,
  RowHeader,
  Table,
  useLocation,
} from '@portal/ui';
import type { IconName } from '@portal/ui';
import { useId, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { Person, StaffHub } from '../../calls/people.ts';
import { serialInState } from '../../navigation-state/navigation-state.ts';
import type { StateHub } from '../../navigation-state/navigation-state.ts';
import { useArrivalFocus } from '../../search/use-arrival-focus.ts';

const ICONS: Record<StaffHub['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
};

/** How many hubs are shown at first. */
const PORTION = 20;

/** The hubs of an account, as owner and as guest. */
export function PersonHubs({ hubs }: Pick<Person, 'hubs'>) {
  const { t } = useTranslation('mfe-staff');
  const heading = useId();
  /** The hub by which the person was found. */
  const sought = serialInState(useLocation().state);
  const [showsAll, setShowsAll] = useState(hubs.findIndex(({ serial }) => serial === sought) >= PORTION);
  const shown = showsAll ? hubs : hubs.slice(0, PORTION);
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>{t('person.hubs.heading')}</h2>
      {hubs.length === 0 ? (
        <EmptyCard heading={t('person.hubs.empty.heading')} text={t('person.hubs.empty.text')} />
      ) : (
        <HubTable hubs={shown} sought={sought} />
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

function HubTable({ hubs, sought }: Pick<Person, 'hubs'> & { readonly sought: string | undefined }) {
  const { t } = useTranslation('mfe-staff');
  const columns = [
    { name: t('person.hubs.serial') },
    { name: t('person.hubs.addedOn') },
    { name: t('person.hubs.type') },
    { name: t('person.hubs.firmware') },
    { name: t('person.hubs.partNumber') },
    { name: t('person.hubs.role') },
    { name: t('person.hubs.sharing') },
    { name: t('person.hubs.status'), hidden: true },
  ];
  return (
    <Table label={t('person.hubs.heading')} columns={columns}>
      {hubs.map((hub) => (
        <HubRow key={`${hub.serial}+${hub.partNumber}`} hub={hub} isSought={hub.serial === sought} />
      ))}
    </Table>
  );
}

/** Of the hub that was sought, the first act has the focus. */
function HubRow({ hub, isSought }: { readonly hub: StaffHub; readonly isSought: boolean }) {
  const { t } = useTranslation('mfe-staff');
  const act = useRef<HTMLAnchorElement>(null);
  useArrivalFocus(act, isSought);
  return (
    <RowGroup>
      <Row>
        <RowHeader>
          <DeviceLabel icon={ICONS[hub.type]}>{hub.serial}</DeviceLabel>
        </RowHeader>
        <Cell label={t('person.hubs.addedOn')} className="numerals">
          {formatDate(hub.addedOn)}
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
          <StatusLink hub={hub} ref={act} />
        </Cell>
      </Row>
    </RowGroup>
  );
}

interface StatusLinkProps {
  readonly hub: StaffHub;
  readonly ref: Ref<HTMLAnchorElement>;
}

/** Leads to the hub's status, where it can be released. Rear lights have none. */
function StatusLink({ hub: { type, serial, partNumber }, ref }: StatusLinkProps) {
  const { t } = useTranslation('mfe-staff');
  if (type !== 'hub' && type !== 'smartphoneHub') return null;
  const hub: StateHub = { kind: type, serial, partNumber };
  return (
    <Link
      ref={ref}
      className="button button--quiet"
      to="/staff/hubs"
      state={{ hub }}
      aria-label={t('person.hubs.statusOf', { serial })}
    >
      {t('person.hubs.status')}
    </Link>
  );
}
