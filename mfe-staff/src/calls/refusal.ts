import { CallError } from '@portal/api';

/** Which of the known refusals an error is; undefined for every other failure. */
export function refusalIn<const Known extends string>(error: unknown, known: readonly Known[]): Known | undefined {
  if (!(error instanceof CallError)) return undefined;
  return known.find((refusal) => refusal === error.codes[0]?.error);
}

/** What a call resolves with, or which of the known refusals it met. @throws {CallError} for every other failure. */
export async function orRefusal<Value, const Known extends string>(
  call: Promise<Value>,
  known: readonly Known[],
): Promise<Value | Known> {
  try {
    return await call;
  } catch (error) {
    const refusal = refusalIn(error, known);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** The same for a call whose answer says nothing: undefined once it has succeeded. @throws {CallError} */
export async function readRefusal<const Known extends string>(
  call: Promise<unknown>,
  known: readonly Known[],
): Promise<Known | undefined> {
  return await orRefusal(
    call.then(() => undefined),
    known,
  );
}
