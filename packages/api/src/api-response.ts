import { InvalidInputError, parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { CallError } from './call-error.ts';
import type { CallErrorKind, ErrorCode } from './call-error.ts';
import { EnvelopeSchema } from './wire.ts';

/** What the transport reads of a `Response`. */
export interface ApiResponse {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
}

/** Refusals of the moment: a time-out, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

function kindOf(status: number): CallErrorKind {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status >= 500 || PASSING.has(status)) return 'unavailable';
  return status >= 400 ? 'refused' : 'malformed';
}

/** The body's JSON, or undefined, which JSON cannot say, where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the parser's own message quotes the body, which may hold tokens
  }
}

function codesIn(json: unknown): readonly ErrorCode[] {
  const envelope = v.safeParse(EnvelopeSchema, json);
  return envelope.success ? (envelope.output.errors ?? []) : [];
}

function malformed(operation: string, status: number, field: string): CallError {
  const cause = new InvalidInputError(operation, field, 'the answer does not have the agreed shape');
  console.warn(cause.message);
  return new CallError(operation, 'malformed', { status, cause });
}

/**
 * Reads and validates an answer's body, once. `operation` names the call in errors and in the log ("GET hubs").
 * @throws {CallError} when the API refused, or when the body does not fit; the latter is logged with the field's name.
 */
export async function readResponse<const Schema extends v.GenericSchema>(
  operation: string,
  answer: ApiResponse,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { ok, status } = answer;
  let text: string;
  try {
    text = await answer.text();
  } catch (cause) {
    throw new CallError(operation, 'unreachable', { status, cause });
  }
  const json = jsonOf(text);
  const codes = codesIn(json);
  if (!ok) throw new CallError(operation, kindOf(status), { status, codes });
  if (codes.length > 0) throw new CallError(operation, 'refused', { status, codes });
  if (Array.isArray(json)) throw malformed(operation, status, ''); // would pass for an object without entries
  try {
    return parseInput(operation, schema, json);
  } catch (error) {
    if (error instanceof InvalidInputError) throw malformed(operation, status, error.path);
    throw error;
  }
}
