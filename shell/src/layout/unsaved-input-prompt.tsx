import { useTranslation } from '@portal/i18n';
import { session } from '@portal/session';
import { Button, Dialog, discardUnsavedInput, hasUnsavedInput, useHasUnsavedInput } from '@portal/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

interface UnsavedInputPromptProps {
  /** A pending action that would lose unsaved input, such as logging out. */
  readonly intention: (() => void) | undefined;
  /** Called when the user has answered the question. */
  readonly onAnswered: () => void;
}

/**
 * Asks before unsaved input is lost: in a dialog before navigations, with the browser's own question before the page is
 * unloaded. Does not ask when a session ends, because the input is kept for the next one.
 */
export function UnsavedInputPrompt({ intention, onAnswered }: UnsavedInputPromptProps) {
  const { t } = useTranslation('shell');
  const unsaved = useHasUnsavedInput();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedInput() &&
      session.getState().status === 'authenticated' &&
      currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!unsaved) return undefined;
    const generation = session.generation();
    // Another user, who has signed in in another tab, is not asked: the draft waits for the first.
    const askBrowser = (event: BeforeUnloadEvent) => {
      if (generation === session.generation()) event.preventDefault();
    };
    window.addEventListener('beforeunload', askBrowser);
    return () => window.removeEventListener('beforeunload', askBrowser);
  }, [unsaved]);

  function stay() {
    onAnswered();
    if (blocker.state === 'blocked') blocker.reset();
  }

  function leave() {
    onAnswered();
    discardUnsavedInput(); // first, or the browser would ask again
    if (blocker.state === 'blocked') blocker.proceed();
    else intention?.();
  }

  // The session may end, or a save succeed, while the dialog is open.
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
