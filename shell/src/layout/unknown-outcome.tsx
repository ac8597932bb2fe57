import { getAccount, onUnknownOutcome } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { CallError, session, useSession } from '@portal/session';
import { Button, Message } from '@portal/ui';
import { useEffect, useState } from 'react';
import { otherUser } from '../tab-flag.ts';

/** Reads the user again. Asks the API first, because a check that fails would lead away from the page. */
async function readUserAgain(): Promise<void> {
  try {
    await getAccount();
  } catch (error) {
    // Only a 401 leads away. If the API still does not answer, the page keeps what it has.
    if (!(error instanceof CallError) || error.kind !== 'unauthenticated') return;
  }
  await session.check();
}

interface LastingMessageProps {
  readonly about: 'otherUser' | 'unknownOutcome';
  readonly isShown: boolean;
  readonly onClose: () => void;
}

/** Stays until it is closed. The region exists from the start, so that screen readers announce its content. */
function LastingMessage({ about, isShown, onClose }: LastingMessageProps) {
  const { t } = useTranslation('shell');
  return (
    <div role="status">
      {isShown && (
        <div className="unknown-outcome">
          <Message
            kind="warning"
            title={t(`${about}.title`)}
            actions={
              <Button size="small" onClick={onClose}>
                {t('notice.close')}
              </Button>
            }
          >
            {t(`${about}.text`)}
          </Message>
        </div>
      )}
    </div>
  );
}

/** Says, once, that the page was loaded anew for another user. */
export function OtherUser() {
  const [isShown, setShown] = useState(otherUser.isSet);
  useEffect(() => otherUser.clear(), []);
  return <LastingMessage about="otherUser" isShown={isShown} onClose={() => setShown(false)} />;
}

/**
 * Says that nobody knows whether a change was made, because its answer did not come, or not in time, and has the
 * account read again. Stays until the answer comes or the session is over, too, because sign-in says what that means.
 */
export function UnknownOutcome() {
  const isSignedIn = useSession().status === 'authenticated';
  const [unknown, setUnknown] = useState<Promise<void>>();
  useEffect(
    () =>
      onUnknownOutcome((known) => {
        setUnknown(known);
        void readUserAgain();
        const settle = () => {
          setUnknown((shown) => (shown === known ? undefined : shown));
          void readUserAgain();
        };
        known.then(settle, () => undefined);
      }),
    [],
  );
  return (
    <LastingMessage
      about="unknownOutcome"
      isShown={unknown !== undefined && isSignedIn}
      onClose={() => setUnknown(undefined)}
    />
  );
}
