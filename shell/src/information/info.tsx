import { useTranslation } from '@portal/i18n';
import { useSession } from '@portal/session';
import type { RouteDrawingName } from '@portal/ui';
import { ButtonLink, MessagePage, useSearchParams } from '@portal/ui';
import { useOwnTitle } from '../layout/page-title.ts';
import type { InfoMessage, UserInfoMessage } from './chosen-message.ts';
import { infoMessage, userInfoMessage } from './chosen-message.ts';

type MessageName = InfoMessage | UserInfoMessage | 'none';

/** Whether the road arrives: the drawing of each message. */
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

function InfoSignpost({ message }: { readonly message: MessageName }) {
  const { t } = useTranslation('information');
  const signedIn = useSession().status === 'authenticated';
  const heading = t(`info.${message}.heading`);
  useOwnTitle(heading);
  return (
    <MessagePage
      title={heading}
      drawing={DRAWINGS[message]}
      actions={
        <ButtonLink to={signedIn ? '/settings' : '/login'}>{t(signedIn ? 'goTo.hubs' : 'goTo.signIn')}</ButtonLink>
      }
    >
      <p>{t(`info.${message}.text`)}</p>
    </MessagePage>
  );
}

/** What became of an account's deletion. */
export function Info() {
  const [query] = useSearchParams();
  return <InfoSignpost message={infoMessage(query) ?? 'none'} />;
}

/** Where the links of e-mails end. Without `show` the router leads elsewhere. */
export function UserInfo() {
  const [query] = useSearchParams();
  return <InfoSignpost message={userInfoMessage(query) ?? 'none'} />;
}
