/** What the log has of an error. */
export interface FailureFields {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: FailureFields;
  /** Those that an AggregateError joins. */
  readonly errors?: readonly FailureFields[];
}

/** How many causes are followed: an error may be its own cause. */
const MOST_CAUSES = 8;

/** Name, message, stack and causes of a thrown value; nothing else of it, because other fields of an error may have a request in them. */
export function failureFields(error: unknown, most = MOST_CAUSES): FailureFields {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const joined = error instanceof AggregateError && most > 0 ? error.errors.slice(0, MOST_CAUSES) : [];
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && most > 0 && { cause: failureFields(cause, most - 1) }),
    ...(joined.length > 0 && { errors: joined.map((each: unknown) => failureFields(each, 0)) }),
  };
}
