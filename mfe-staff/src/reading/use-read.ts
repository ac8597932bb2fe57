import { CallError, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, useLoad, useNavigate } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useState } from 'react';

/** Reads data anew that is on the page, as after a change. */
export interface Rereading {
  readonly readAgain: () => void;
  /** The data is being read anew; what is known stays on the page. */
  readonly rereading: boolean;
}

type Load<Value> = (signal: AbortSignal) => Promise<Value>;

/** The load as `useLoad` takes it: another function each time that it shall load anew. */
function useRepeatable<Value>(load: Load<Value>): readonly [repeated: Load<Value>, repeat: () => void] {
  const [repeated, setRepeated] = useState({ of: load, run: load });
  const repeat = () => setRepeated({ of: load, run: (signal) => load(signal) });
  return [repeated.of === load ? repeated.run : load, repeat];
}

/**
 * `useLoad` for the own data of a page: a 403 leads to the forbidden page (ADR 14), every other failure raises the notice. Memoize `load`
 * with `useCallback`.
 */
export function useRead<Value>(
  load: Load<Value>,
): readonly [state: Loadable<Value>, retry: () => void, again: Rereading] {
  const { t } = useTranslation('mfe-staff');
  const navigate = useNavigate();
  const [repeated, readAgain] = useRepeatable(load);
  const [state, retry] = useLoad(repeated, {
    onFailure: (error) => {
      if (error instanceof CallError && error.kind === 'forbidden') void navigate('/forbidden', { replace: true });
      else reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));
    },
  });
  const [known, setKnown] = useState<{ readonly of: Load<Value>; readonly state: Loadable<Value> }>();
  if (state.status === 'loaded' && known?.state !== state) setKnown({ of: load, state });
  const rereading = state.status === 'loading' && !state.again && known?.of === load;
  return [rereading ? known.state : state, retry, { readAgain, rereading }];
}
