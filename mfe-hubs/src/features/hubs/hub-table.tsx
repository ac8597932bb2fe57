import type { Hub } from '@portal/api';
import { formatDate, useTranslation } from '@portal/i18n';
import { Cell, type IconName, RoleLabel, Row, RowGroup, RowHeader, Stop, Table } from '@portal/ui';
import { SharingSwitch } from './sharing-switch.tsx';

const ICONS: Record<Hub['type'], IconName> = {
  hub: 'hub',
  smartphoneHub: 'smartphoneHub',
  rearLight: 'rearLight',
  other: 'otherDevice',
};

/** The hubs table (specification, section 3). Its release column comes with the release itself. */
export function HubTable({ hubs }: { readonly hubs: readonly Hub[] }) {
  const { t } = useTranslation('mfe-hubs');
  const columns = [t('serial'), t('addedOn'), t('type'), t('role'), t('sharing')].map((name) => ({ name }));
  return (
    <Table label={t('hubs')} columns={columns}>
      {hubs.map((hub) => (
        <HubRow key={`${hub.serial}+${hub.partNumber}`} hub={hub} />
      ))}
    </Table>
  );
}

function HubRow({ hub }: { readonly hub: Hub }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <RowGroup className="hub" data-role={hub.role}>
      <Row>
        <RowHeader>
          <Stop icon={ICONS[hub.type]}>{hub.serial}</Stop>
        </RowHeader>
        <Cell label={t('addedOn')} className="numerals">
          {formatDate(hub.activatedAt)}
        </Cell>
        <Cell label={t('type')}>{t(`types.${hub.type}`)}</Cell>
        <Cell label={t('role')}>
          <RoleLabel role={hub.role} text={t(`roles.${hub.role}`)} />
        </Cell>
        <Cell label={t('sharing')}>
          {hub.role === 'owner' ? <SharingSwitch hub={hub} /> : <span className="soft">{t('setByOwner')}</span>}
        </Cell>
      </Row>
    </RowGroup>
  );
}
