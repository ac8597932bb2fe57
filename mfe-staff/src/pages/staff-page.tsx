import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Icon, Link, PageBody, PageHead } from '@portal/ui';
import { areasFor } from '../features/layout/areas.ts';
import '../features/layout/area-tiles.css';

/** `/staff`: the way to all areas. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  return (
    <>
      <PageHead title={t('staff.title')} lead={t('staff.lead')} />
      <PageBody>
        <AreaTiles />
      </PageBody>
    </>
  );
}

/** A tile for each area that the account's roles open. */
function AreaTiles() {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  return (
    <div className="tiles area-tiles">
      {areasFor(roles).map(({ name, path, icon }) => (
        <Link key={name} className="tile" to={path}>
          <Icon name={icon} />
          <div>
            <h2>{t(`staff.areas.${name}.name`)}</h2>
            <p>{t(`staff.areas.${name}.about`)}</p>
          </div>
        </Link>
      ))}
    </div>
  );
}
