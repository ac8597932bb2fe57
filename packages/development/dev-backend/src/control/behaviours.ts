import * as v from 'valibot';

const MOST_READS = 1000;

/** Special behaviour of an account; see docs/development-backend.md. */
export const BehaviourSchema = v.strictObject({
  /** `partial`: the deletion stops half-way. */
  deletion: v.exactOptional(v.picklist(['partial'])),
  /** How many `GET account/` still lack the role developer after the sign-up. */
  roleLag: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_READS))),
});
/** The behaviour of one account. */
type Behaviour = v.InferOutput<typeof BehaviourSchema>;

/** The behaviours that tests have requested, by identity. A restart forgets them. */
export class Behaviours {
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #lagging = new Map<string, number>();

  /** Replaces the earlier behaviour. */
  set(identityId: string, behaviour: Behaviour): void {
    this.#behaviours.set(identityId, behaviour);
  }

  deletesPartially(identityId: string): boolean {
    return this.#behaviours.get(identityId)?.deletion === 'partial';
  }

  /** Reports a sign-up: from now on the new role may lag. */
  noteSignUp(identityId: string): void {
    this.#lagging.set(identityId, this.#behaviours.get(identityId)?.roleLag ?? 0);
  }

  /** Whether this read of the account still lacks the new role; counts it. */
  lacksNewRole(identityId: string): boolean {
    const left = this.#lagging.get(identityId) ?? 0;
    if (left === 0) return false;
    this.#lagging.set(identityId, left - 1);
    return true;
  }
}
