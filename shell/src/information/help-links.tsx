import { HELP_PATH } from '@portal/contract/paths';
import { useTranslation } from '@portal/i18n';
import { ButtonLink, useOutwardLinks } from '@portal/ui';
import { usePortal } from '../portal.ts';

/** Links to help and to the contact, for every message that says "contact". */
export function HelpLinks() {
  const { page } = usePortal();
  const { contact } = useOutwardLinks();
  const { t } = useTranslation('information');
  return (
    <>
      {page.release.navigation.help && (
        <ButtonLink variant="quiet" to={HELP_PATH}>
          {t('help.questions')}
        </ButtonLink>
      )}
      {contact !== undefined && (
        <ButtonLink variant="quiet" href={contact}>
          {t('help.contact')}
        </ButtonLink>
      )}
    </>
  );
}
