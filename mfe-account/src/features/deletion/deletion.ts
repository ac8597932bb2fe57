import * as v from 'valibot';

/** Users of single sign-on have no password here; everybody else needs theirs (specification, section 5). */
export function deletionSchema(usesSingleSignOn: boolean) {
  return v.object({ password: usesSingleSignOn ? v.literal('') : v.pipe(v.string(), v.nonEmpty()) });
}

export interface Deletion {
  readonly password: string;
}
