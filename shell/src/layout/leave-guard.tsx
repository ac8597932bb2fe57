import { useTranslation } from '@portal/i18n';
import { session } from '@portal/session';
import { Button, Dialog, discardUnsavedInput, hasUnsavedInput, subscribeToUnsavedInput } from '@portal/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router-dom';

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export interface LeaveGuardProps {
  /** What the user wants to do that would lose what is not saved, such as logging out; undefined when that is nothing. */
  readonly intention: (() => void) | undefined;
  /** The question about it has been answered. */
  readonly onAnswered: () => void;
}

/**
 * Asks before anything that is not saved is left: by the router here, by the browser itself where the whole page goes. The end of a
 * session does not ask: what was typed is kept for the next one.
 */
export function LeaveGuard({ intention, onAnswered }: LeaveGuardProps) {
  const { t } = useTranslation('shell');
  const unsaved = useSyncExternalStore(subscribeToUnsavedInput, hasUnsavedInput);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedInput() &&
      session.getState().status === 'authenticated' &&
      currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!unsaved) return undefined;
    window.addEventListener('beforeunload', askBrowser);
    return () => window.removeEventListener('beforeunload', askBrowser);
  }, [unsaved]);

  function stay() {
    onAnswered();
    if (blocker.state === 'blocked') blocker.reset();
  }

  function leave() {
    onAnswered();
    discardUnsavedInput(); // before the page goes, or the browser would ask once more
    if (blocker.state === 'blocked') blocker.proceed();
    else intention?.();
  }

  // The session may end, or a save succeed, while the question stands.
  const isMoot = intention !== undefined && !unsaved;
  useEffect(() => {
    if (isMoot) onAnswered();
  }, [isMoot, onAnswered]);

  if (blocker.state !== 'blocked' && (!intention || isMoot)) return null;
  return (
    <Dialog
      heading={t('unsaved.heading')}
      onCancel={stay}
      actions={
        <>
          <Button onClick={stay}>{t('unsaved.stay')}</Button>
          <Button variant="danger" onClick={leave}>
            {t('unsaved.leave')}
          </Button>
        </>
      }
    >
      <p>{t('unsaved.text')}</p>
    </Dialog>
  );
}
