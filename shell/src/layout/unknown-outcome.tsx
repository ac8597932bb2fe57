import { getAccount, onUnknownOutcome } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { CallError, session, useSession } from '@portal/session';
import { Button, Message } from '@portal/ui';
import { useEffect, useState } from 'react';

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

/**
 * Says that nobody knows whether a change was made, because its answer did not come, or not in time, and has the account read again. Stays until it
 * is closed, the answer comes or the session is over, because sign-in says what that means. The region exists from the start, so that screen readers announce its content.
 */
export function UnknownOutcome() {
  const { t } = useTranslation('shell');
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
    <div role="status">
      {unknown && isSignedIn && (
        <div className="unknown-outcome">
          <Message
            kind="warning"
            title={t('unknownOutcome.title')}
            actions={
              <Button size="small" onClick={() => setUnknown(undefined)}>
                {t('notice.close')}
              </Button>
            }
          >
            {t('unknownOutcome.text')}
          </Message>
        </div>
      )}
    </div>
  );
}
