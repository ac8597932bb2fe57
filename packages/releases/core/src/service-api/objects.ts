import * as v from 'valibot';

/** A key of a store, or the begin of one. Which keys there are, the driver decides. */
const key = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^[\w./@-]*$/, 'must be a key, such as "releases/000001.json"'),
);

/**
 * `GET /objects?prefix=P`. The bytes of an object are `GET /objects/KEY`: 200 application/octet-stream, or 404 with the
 * kind `missing`.
 */
export const KeysQuerySchema = v.strictObject({ prefix: v.optional(key, '') });

/** 200 of `GET /objects?prefix=P`. */
export const KeysSchema = v.strictObject({ keys: v.array(v.string()) });
