import { getHubs } from '@portal/api';
import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useLoad } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { notifyFailure } from '../../forms/notify-failure.ts';

/**
 * The hubs on the account. Whoever cannot see them, not even after a 403, can delete their account all the same: a failure raises the
 * notice and leads nowhere.
 */
export function useHubs(): readonly [state: Loadable<readonly Hub[]>, askAgain: () => void] {
  const { t } = useTranslation('mfe-account');
  return useLoad(getHubs, { onFailure: (error) => notifyFailure(error, t('failure')) });
}
