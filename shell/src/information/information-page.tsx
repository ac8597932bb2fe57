import { useTranslation } from '@portal/i18n';
import { ButtonLink, Signpost, useLocation } from '@portal/ui';

/** The dead ends: a page that is not there, and one that is not open to this user (specification, sections 6 and 8). */
export function Page() {
  const { t } = useTranslation('shell');
  const forbidden = useLocation().pathname === '/forbidden';
  return (
    <Signpost
      title={forbidden ? t('forbidden.heading') : t('notFound.heading')}
      drawing={forbidden ? 'closed' : 'unfinished'}
      actions={
        <>
          <ButtonLink variant="primary" to="/settings">
            {t('notFound.hubs')}
          </ButtonLink>
          {!forbidden && (
            <ButtonLink variant="quiet" to="/">
              {t('notFound.start')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{forbidden ? t('forbidden.text') : t('notFound.text')}</p>
    </Signpost>
  );
}
