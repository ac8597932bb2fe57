import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DiscontinuationNotice } from '../features/discontinuation/discontinuation-notice.tsx';
import { KitTiles } from '../features/kit/kit-tiles.tsx';

/** `/developer`: for users with the role developer (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-developer');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageBody stacked>
        <DiscontinuationNotice />
        <KitTiles />
      </PageBody>
    </>
  );
}
