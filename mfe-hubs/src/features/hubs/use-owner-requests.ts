import { useReminders } from '@portal/session';
import { useCallback, useState } from 'react';
import type { HubEntry } from './list-state.ts';

interface OwnerRequests {
  /** When the user asked the owner of this hub to release it; undefined if they did not, or not in this browser. */
  readonly requestedAt: (entry: HubEntry) => Date | undefined;
  readonly remember: (entry: HubEntry) => void;
}

/** `toISOString` of a moment that has passed; undefined for any other text. */
function readMoment(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return undefined;
  const moment = new Date(text);
  return moment.getTime() <= Date.now() ? moment : undefined;
}

const getName = ({ hub }: HubEntry) => `owner-asked ${JSON.stringify([hub.serial, hub.partNumber])}`;

/** The guest's requests to owners. The API does not tell them, so the browser remembers them until log-out. */
export function useOwnerRequests(): OwnerRequests {
  const { read, keep } = useReminders();
  /** Those of this visit, also where the browser cannot remember them. */
  const [sent, setSent] = useState<ReadonlyMap<string, Date>>(new Map());
  const remember = useCallback(
    (entry: HubEntry) => {
      const moment = new Date();
      setSent((before) => new Map(before).set(getName(entry), moment));
      keep(getName(entry), moment.toISOString());
    },
    [keep],
  );
  return {
    requestedAt(entry) {
      const { role, activatedAt } = entry.hub;
      if (role !== 'guest') return undefined;
      const moment = sent.get(getName(entry)) ?? readMoment(read(getName(entry)));
      // A hub that was activated again since then has been released: the request is answered.
      return moment && activatedAt && moment < activatedAt ? undefined : moment;
    },
    remember,
  };
}
