import { useTranslation } from '@portal/i18n';
import { DelayedFallback, FailureCard, TextSkeleton, useFocusAfterRetry } from '@portal/ui';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Read } from './use-read.ts';

interface LoadBoundaryProps<Value> {
  readonly read: Read<Value>;
  /** Shown while it loads; lines of text unless given. */
  readonly skeleton?: ReactNode;
  /** The heading above, which takes the focus after a retry; otherwise the content does. */
  readonly heading?: RefObject<HTMLElement | null>;
  readonly children: (value: Value) => ReactNode;
}

/** Data of a page: its skeleton, its failure with "Try again", or what `children` make of it. */
export function LoadBoundary<Value>({ read, skeleton, heading, children }: LoadBoundaryProps<Value>) {
  const content = useRef<HTMLDivElement>(null);
  const { shown, retrying } = read;
  useFocusAfterRetry(heading ?? content, { retrying, ended: shown !== undefined });
  if (!shown) return <LoadFallback read={read} skeleton={skeleton ?? <TextSkeleton />} />;
  if (heading) return children(shown.value);
  return (
    <div ref={content} className="stack stack--wide" tabIndex={-1}>
      {children(shown.value)}
    </div>
  );
}

interface LoadFallbackProps {
  readonly read: Pick<Read<unknown>, 'failed' | 'retrying' | 'retry'>;
  readonly skeleton: ReactNode;
}

function LoadFallback({ read: { failed, retrying, retry }, skeleton }: LoadFallbackProps) {
  const { t } = useTranslation('mfe-staff');
  if (failed || retrying) {
    return (
      <FailureCard
        heading={t('staff.loadFailed.title')}
        text={t('staff.loadFailed.text')}
        retryText={t('staff.tryAgain')}
        retryingText={t('staff.tryingAgain')}
        retrying={retrying}
        onRetry={retry}
      />
    );
  }
  return (
    <DelayedFallback>
      <p className="visually-hidden" role="status">
        {t('staff.loading')}
      </p>
      {skeleton}
    </DelayedFallback>
  );
}
