import { TableSkeleton, useFocusAfterRetry } from '@portal/ui';
import type { ReactNode, RefObject } from 'react';
import { isRetrying, NotYetRead } from '../reading/not-yet-read.tsx';
import type { List } from './use-list.ts';

interface ListedProps<Value> {
  readonly list: List<Value>;
  /** Takes the focus after a retry. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly children: (value: Value) => ReactNode;
}

/** A list once it is loaded; before that its skeleton, or what to do about a failure. */
export function Listed<Value>({ list: { state, shown, retry }, heading, children }: ListedProps<Value>) {
  useFocusAfterRetry(heading, { retrying: isRetrying(state), ended: state.status === 'loaded' });
  if (shown !== undefined) return children(shown);
  return <NotYetRead state={state} onRetry={retry} skeleton={<TableSkeleton />} />;
}
