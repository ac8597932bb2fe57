import { useDraft } from '@portal/session';
import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';

function parseDraft<Values>(text: string, schema: v.GenericSchema<unknown, Values>): Values | undefined {
  try {
    const draft = v.safeParse(schema, JSON.parse(text));
    return draft.success ? draft.output : undefined;
  } catch {
    return undefined; // no draft, or none of this form
  }
}

/**
 * The draft of a form: the user's unsaved input from before the session ended or the page was reloaded; undefined if
 * there is none. `schema` defines the draft; it must not contain a password.
 */
export function useStoredDraft<Values>(key: string, schema: v.GenericSchema<unknown, Values>) {
  const [text, keepText] = useDraft(key);
  const [found] = useState(() => parseDraft(text, schema));
  return { found, keepText };
}

/** Keeps `values` in the draft while they are unsaved. */
export function useSaveDraft(keepText: (text: string) => void, values: object, unsaved: boolean): void {
  const text = unsaved ? JSON.stringify(values) : '';
  const keep = useEffectEvent(keepText);
  useEffect(() => keep(text), [text]);
}
