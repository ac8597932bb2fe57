import { useTranslation } from '@portal/i18n';
import { Button, EmptyCard, Late, Message, TableSkeleton } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { HubTable } from './hub-table.tsx';
import type { ListState } from './list-state.ts';
import { useHubs } from './use-hubs.ts';

/** Heading and list of the user's hubs, in whatever state the list is. */
export function HubsSection() {
  const { t } = useTranslation('mfe-hubs');
  const { state, askAgain } = useHubs(t('failure'));
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef(false);
  const { status } = state;

  useEffect(() => {
    // The pressed button may have gone with its card: the focus goes to what has come instead.
    if (!pressed.current || status === 'retrying' || status === 'refreshing') return;
    pressed.current = false;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [status]);

  function onAskAgain() {
    pressed.current = true;
    askAgain();
  }

  return (
    <>
      <div className="card__head">
        <h2 ref={heading} tabIndex={-1}>
          {t('hubs')}
        </h2>
        {state.status === 'loaded' && state.hubs.length > 0 && (
          <p className="soft">{t('hubCount', { count: state.hubs.length })}</p>
        )}
      </div>
      <HubList state={state} onAskAgain={onAskAgain} />
    </>
  );
}

function HubList({ state, onAskAgain }: { readonly state: ListState; readonly onAskAgain: () => void }) {
  switch (state.status) {
    case 'loading':
      return <LoadingHubs />;
    case 'failed':
    case 'retrying':
      return <FailedHubs retrying={state.status === 'retrying'} onRetry={onAskAgain} />;
    case 'refreshing':
      return <NoHubs looking onLookAgain={onAskAgain} />;
    case 'loaded':
      return state.hubs.length === 0 ? (
        <NoHubs looking={false} onLookAgain={onAskAgain} />
      ) : (
        <HubTable hubs={state.hubs} />
      );
  }
}

function LoadingHubs() {
  const { t } = useTranslation('mfe-hubs');
  const columns = [t('serial'), t('addedOn'), t('type'), t('role'), t('sharing')];
  return (
    <Late>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <TableSkeleton columns={columns} />
    </Late>
  );
}

function FailedHubs({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <div className="card">
      <Message
        kind="error"
        live="alert"
        title={t('loadFailed.title')}
        titleAs="h3"
        actions={
          <Button size="small" icon="retry" busy={retrying} onClick={onRetry}>
            {retrying ? t('tryingAgain') : t('tryAgain')}
          </Button>
        }
      >
        {t('loadFailed.text')}
      </Message>
    </div>
  );
}

function NoHubs({ looking, onLookAgain }: { readonly looking: boolean; readonly onLookAgain: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <EmptyCard
      heading={t('empty.heading')}
      text={t('empty.text')}
      action={
        <Button icon="retry" busy={looking} onClick={onLookAgain}>
          {looking ? t('lookingAgain') : t('lookAgain')}
        </Button>
      }
    />
  );
}
