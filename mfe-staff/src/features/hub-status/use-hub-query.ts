import { useOnce } from '@portal/ui';
import { useState } from 'react';
import { getHubStatus } from '../../calls/hub-status.ts';
import type { HubNumbers, HubStatus } from '../../calls/hub-status.ts';
import { useTellReadFailure } from '../../reading/use-read.ts';

/** What the API said last, and of which hub. */
export interface Answer {
  readonly numbers: HubNumbers;
  readonly status: HubStatus;
}

/** Queries hubs, one at a time. A failure leaves no answer on the page; nor does a query, unless it is for the hub that is there `again`. */
export function useHubQuery() {
  const tellFailure = useTellReadFailure();
  const [answer, setAnswer] = useState<Answer>();
  const [query, querying] = useOnce(async (numbers: HubNumbers, again?: 'again') => {
    // Screen readers read an answer that appears, and not one that stays the same.
    if (!again) setAnswer(undefined);
    try {
      setAnswer({ numbers, status: await getHubStatus(numbers) });
    } catch (error) {
      setAnswer(undefined);
      tellFailure(error);
    }
  });
  return { answer, query, querying };
}
