import { useTranslation } from '@portal/i18n';
import { Message } from '@portal/ui';

/** Support of the developer kit ended on 1 June 2024 (specification, section 9). */
export function DiscontinuationNotice() {
  const { t } = useTranslation('mfe-developer');
  return (
    <Message kind="warning" title={t('ended.title')} titleAs="h2">
      {t('ended.text')}
    </Message>
  );
}
