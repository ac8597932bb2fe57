import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { AreaTiles } from '../features/frame/area-tiles.tsx';

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
