import { useTranslation } from '@portal/i18n';
import type { RouteDrawingName } from '@portal/ui';
import { ButtonLink, MessagePage, useSearchParams } from '@portal/ui';
import { useSession } from '@portal/session';
import { useOwnTitle } from '../layout/page-title.ts';
import { useIsSignedIn } from '../session/is-signed-in.ts';
import { HelpLinks } from './help-links.tsx';
import type { InfoMessage, UserInfoMessage } from './chosen-message.ts';
import { infoMessage, userInfoMessage } from './chosen-message.ts';

type MessageName = InfoMessage | UserInfoMessage | 'none';

/** The drawing of each message: a road that arrives, or one that is unfinished. */
const DRAWINGS: Readonly<Record<MessageName, RouteDrawingName>> = {
  successful_deletion: 'arrived',
  failed_deletion: 'unfinished',
  'account-confirmation': 'arrived',
  'account-already-confirmed': 'arrived',
  'account-confirmation-error': 'unfinished',
  'hub-release': 'arrived',
  'hub-already-released': 'arrived',
  none: 'unfinished',
};

function InfoMessagePage({ message }: { readonly message: MessageName }) {
  const { t } = useTranslation('information');
  const state = useSession();
  const email = state.status === 'authenticated' ? state.user.email : '';
  const signedIn = useIsSignedIn();
  const heading = t(`info.${message}.heading`);
  const isConfirmed = message === 'account-confirmation';
  useOwnTitle(heading);
  return (
    <MessagePage
      title={heading}
      drawing={DRAWINGS[message]}
      actions={
        <>
          <ButtonLink to={signedIn ? '/settings' : '/login'}>{t(signedIn ? 'goTo.hubs' : 'goTo.signIn')}</ButtonLink>
          {message === 'account-confirmation-error' && <HelpLinks />}
        </>
      }
    >
      <p>{t(`info.${message}.text`)}</p>
      {/* The prerendered page, which knows no address, keeps its line free. */}
      {isConfirmed && <p>{email === '' ? '\u00a0' : t('info.confirmedAddress', { email })}</p>}
    </MessagePage>
  );
}

/** `/info`: the result of deleting an account. */
export function Info() {
  const [query] = useSearchParams();
  return <InfoMessagePage message={infoMessage(query) ?? 'none'} />;
}

/** `/user-info`: the page that links in e-mails open. Without `show` the router redirects. */
export function UserInfo() {
  const [query] = useSearchParams();
  return <InfoMessagePage message={userInfoMessage(query) ?? 'none'} />;
}
