import { useDraft } from '@portal/session';
import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';

function parseDraft<Values>(text: string, schema: v.GenericSchema<unknown, Values>): Values | undefined {
  try {
    const draft = v.safeParse(schema, JSON.parse(text));
    return draft.success ? draft.output : undefined;
  } catch {
    return undefined; // no draft, or not one of this form
  }
}

/**
 * The draft of a form: what this user had typed and not saved when the session ended or the page was reloaded; undefined without one.
 * `schema` says what may be kept: never a password.
 */
export function useStoredDraft<Values>(key: string, schema: v.GenericSchema<unknown, Values>) {
  const [text, keepText] = useDraft(key);
  const [found] = useState(() => parseDraft(text, schema));
  return { found, keepText };
}

/** Keeps `values` in the draft while they are unsaved. */
export function useKeptDraft(keepText: (text: string) => void, values: object, unsaved: boolean): void {
  const text = unsaved ? JSON.stringify(values) : '';
  const keep = useEffectEvent(keepText);
  useEffect(() => keep(text), [text]);
}
