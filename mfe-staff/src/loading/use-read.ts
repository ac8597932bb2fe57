import { CallError, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, useLoad, useNavigate } from '@portal/ui';
import { useState } from 'react';

/** Tells of a failure by the notice. */
export function useTellFailure(): (error: unknown) => void {
  const { t } = useTranslation('mfe-staff');
  return (error) => reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));
}

/** The same for a page's own data: a 403 leads to the forbidden page (ADR 14). */
export function useTellReadFailure(): (error: unknown) => void {
  const tellFailure = useTellFailure();
  const navigate = useNavigate();
  return (error) => {
    if (error instanceof CallError && error.kind === 'forbidden') void navigate('/forbidden', { replace: true });
    else tellFailure(error);
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
  /** Reads it anew, as after a change. */
  readonly readAgain: () => void;
}

interface ReadOptions {
  /** What is shown also stays while another `load` runs, as that of another page of a list. */
  readonly keepsLast?: boolean;
}

/** Reads the own data of a page, once for each `load`, so memoize it with `useCallback`. */
export function useRead<Value>(load: () => Promise<Value>, { keepsLast = false }: ReadOptions = {}): Read<Value> {
  // Another function each time that it shall be loaded anew.
  const [again, setAgain] = useState({ of: load, run: load });
  const [state, retry] = useLoad(again.of === load ? again.run : load, { onFailure: useTellReadFailure() });
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
  };
}
