import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage } from '@portal/ui';
import { useOwnTitle } from '../layout/page-title.ts';
import { useIsSignedIn } from '../session/is-signed-in.ts';

/** The welcome page; its headline depends on whether the visitor is signed in (specification, section 2). */
export function Welcome() {
  const { t } = useTranslation('information');
  const signedIn = useIsSignedIn();
  const greeting = signedIn ? 'welcome.authenticated' : 'welcome.unauthenticated';
  const heading = t(`${greeting}.heading`);
  useOwnTitle(heading);
  const actions = (
    <ButtonLink variant="primary" to={signedIn ? '/settings' : '/login'}>
      {t(signedIn ? 'goTo.hubs' : 'goTo.signIn')}
    </ButtonLink>
  );
  return (
    <MessagePage title={heading} drawing="arrived" actions={actions}>
      <p>{t(`${greeting}.text`)}</p>
    </MessagePage>
  );
}
