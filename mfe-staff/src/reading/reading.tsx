import { TextSkeleton, useFocusAfterRetry } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { isRetrying, NotYetRead } from './not-yet-read.tsx';

interface ReadingProps<Value> {
  /** The state of `useRead`, and its retry. */
  readonly state: Loadable<Value>;
  readonly onRetry: () => void;
  /** Shown while it loads; lines of text unless given. */
  readonly skeleton?: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** Data of a page: its skeleton, its failure with "Try again", or what `children` make of it, which has the focus after a retry. */
export function Reading<Value>({ state, onRetry, skeleton, children }: ReadingProps<Value>) {
  const content = useRef<HTMLDivElement>(null);
  useFocusAfterRetry(content, { retrying: isRetrying(state), ended: state.status === 'loaded' });
  if (state.status !== 'loaded')
    return <NotYetRead state={state} onRetry={onRetry} skeleton={skeleton ?? <TextSkeleton />} />;
  return (
    <div ref={content} className="stack stack--wide" tabIndex={-1}>
      {children(state.value)}
    </div>
  );
}
