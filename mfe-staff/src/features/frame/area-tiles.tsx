import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Icon, Link } from '@portal/ui';
import { areasFor } from './areas.ts';
import './area-tiles.css';

/** A tile for each area that the account's roles open. */
export function AreaTiles() {
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
