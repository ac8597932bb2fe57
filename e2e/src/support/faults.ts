import { WRONG_TYPES } from './malformed.ts';

/** A fault that a call of one person meets; see docs/development-backend.md. */
interface FaultOrder {
  readonly call: string;
  readonly email: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly drop?: true;
  readonly carryOut?: boolean;
  readonly times?: number;
}

/** A failure of a call that is not carried out. */
type Failure = Pick<FaultOrder, 'status' | 'drop' | 'body' | 'carryOut'>;

/**
 * At the server, on the way, no JSON, and JSON that does not fit; packages/portal/api tries all kinds at every call.
 */
export const FAILURES: readonly Failure[] = [
  { status: 500 },
  { drop: true },
  { body: 'html', carryOut: false },
  { body: { text: WRONG_TYPES }, carryOut: false },
];

async function control(backendUrl: string, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${backendUrl}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
}

/** Makes the backend fail a person's calls until `clearFaults`. */
export async function setFault(backendUrl: string, fault: FaultOrder): Promise<void> {
  await control(backendUrl, 'POST', 'faults', fault);
}

/** Ends all faults of a person. */
export async function clearFaults(backendUrl: string, email: string): Promise<void> {
  await control(backendUrl, 'DELETE', `faults?email=${encodeURIComponent(email)}`);
}

/** Makes a person's deletion fail halfway, or delays their new role for a number of reads of the account. */
export async function setBehaviour(
  backendUrl: string,
  email: string,
  behaviour: { readonly deletion?: 'partial'; readonly roleLag?: number },
): Promise<void> {
  await control(backendUrl, 'POST', `people/${email}/behaviour`, behaviour);
}
