import { CallError, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { session } from '@portal/session';
import { notify, useLoad, useNavigate } from '@portal/ui';
import { useState } from 'react';

/**
 * Tells of a failed call, by the notice or by what else `raise` does. Whoever has lost a role is led to the page about
 * that (ADR 14), and the account is read again, so that the menu follows.
 */
export function useTellFailure(): (error: unknown, raise?: () => void) => void {
  const { t } = useTranslation('mfe-staff');
  const navigate = useNavigate();
  return (error, raise = () => notify({ kind: 'error', text: t('staff.failure') })) => {
    if (error instanceof CallError && error.kind === 'forbidden') {
      void session.check();
      void navigate('/forbidden', { replace: true });
    } else reportFailure(error, raise);
  };
}

/** The own data of a page. */
export interface Read<Value> {
  /** What is on the page: it stays while it is read anew, and leaves with a failure. */
  readonly shown: { readonly value: Value } | undefined;
  readonly failed: boolean;
  /** It is read again after a failure. */
  readonly retrying: boolean;
  /** Something is shown, and it is read anew. */
  readonly rereading: boolean;
  readonly retry: () => void;
  /** Reads it anew, as after a change whose outcome nobody knows. */
  readonly readAgain: () => void;
  /** Shows what the answer to a change says it is now. */
  readonly show: (value: Value) => void;
}

interface ReadOptions {
  /** What is shown also stays while another `load` runs, as that of another page of a list. */
  readonly keepsLast?: boolean;
}

/** Reads the own data of a page, once for each `load`, so memoize it with `useCallback`. */
export function useRead<Value>(load: () => Promise<Value>, { keepsLast = false }: ReadOptions = {}): Read<Value> {
  // Another function each time that it shall be loaded anew.
  const [again, setAgain] = useState({ of: load, run: load });
  const [state, retry] = useLoad(again.of === load ? again.run : load, { onFailure: useTellFailure() });
  const [last, setLast] = useState<{ readonly of: typeof load; readonly state: { readonly value: Value } }>();
  if (state.status === 'loaded' && last?.state !== state) setLast({ of: load, state });
  if (state.status === 'failed' && last) setLast(undefined);
  const kept = state.status === 'loading' && (keepsLast || last?.of === load) ? last?.state : undefined;
  return {
    shown: state.status === 'loaded' ? state : kept,
    failed: state.status === 'failed',
    retrying: state.status === 'loading' && state.again,
    rereading: kept !== undefined,
    retry,
    readAgain: () => setAgain({ of: load, run: () => load() }),
    show: (value) => setAgain({ of: load, run: async () => value }),
  };
}
