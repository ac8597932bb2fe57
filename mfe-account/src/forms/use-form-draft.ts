import { useDraft } from '@portal/session';
import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';

function parseDraft<Values>(text: string, schema: v.GenericSchema<unknown, Values>): Values | undefined {
  try {
    const draft = v.safeParse(schema, JSON.parse(text));
    return draft.success ? draft.output : undefined;
  } catch {
    return undefined; // nothing was kept, or not by this form
  }
}

/**
 * What this user had typed into a form and not saved, when the session ended or the page was reloaded; undefined where that is
 * nothing. `schema` says what may be kept: never a password.
 */
export function useStoredDraft<Values>(key: string, schema: v.GenericSchema<unknown, Values>) {
  const [text, keepText] = useDraft(key);
  const [found] = useState(() => parseDraft(text, schema));
  return { found, keepText };
}

/** Keeps `values` as long as they are not saved. */
export function useKeptDraft(keepText: (text: string) => void, values: object, unsaved: boolean): void {
  const text = unsaved ? JSON.stringify(values) : '';
  const keep = useEffectEvent(keepText);
  useEffect(() => keep(text), [text]);
}
