import * as v from 'valibot';

/** The id of a log in a path. */
export const LogPathSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be the id of a log'), v.transform(Number)),
});
