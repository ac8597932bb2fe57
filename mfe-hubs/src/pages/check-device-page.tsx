import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage, useOutwardLinks } from '@portal/ui';
import { useEffect } from 'react';

/** What the page needs of the browser. */
interface Device {
  readonly isPhone: boolean;
  /** Leaves for another address; "back" then skips this page. */
  leave(address: string): void;
}

const BROWSER: Device = {
  isPhone: /Android|iPhone|iPod/i.test(navigator.userAgent),
  leave: (address) => window.location.replace(address),
};

/**
 * `/check-device`: the user continues in the mobile app (specification, section 2). On a phone the page opens the app
 * at once (ADR 14); its button is for other devices, and for an app that did not open.
 */
export function Page({ device = BROWSER }: { readonly device?: Device }) {
  const { t } = useTranslation('mfe-hubs');
  const { app } = useOutwardLinks();
  useEffect(() => {
    if (app !== undefined && device.isPhone) device.leave(app);
  }, [app, device]);
  return (
    <MessagePage
      title={t('checkDevice.title')}
      drawing="unfinished"
      actions={
        <>
          {app !== undefined && (
            <ButtonLink variant="primary" href={app}>
              {t('checkDevice.open')}
            </ButtonLink>
          )}
          <ButtonLink variant={app === undefined ? 'primary' : 'secondary'} to="/settings">
            {t('toHubs')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('checkDevice.onPhone')}</p>
      <p>{t('checkDevice.elsewhere')}</p>
      <p>{t('checkDevice.afterwards')}</p>
    </MessagePage>
  );
}
