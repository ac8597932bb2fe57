import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));

/** An identity that a token has proved: who issued the token, and for whom. */
const proved = {
  /** The issuer of the token, as its `iss` claim has it. */
  issuer: text,
  /** Its `sub` claim. */
  subject: text,
  /** For people: an e-mail address, or the path of a pipeline's project. */
  name: text,
  /** For whom it acted, as it says itself; nothing proves this. */
  actsFor: v.exactOptional(text),
  /** The second person, whose yes the change needed. */
  approvedBy: v.exactOptional(v.strictObject({ issuer: text, subject: text, name: text })),
};

export const ActorSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('person'), ...proved }),
  v.strictObject({ kind: v.literal('pipeline'), ...proved }),
  /** The watcher in the release service's process, and nobody else. */
  v.strictObject({ kind: v.literal('watcher') }),
  /**
   * A command on the store itself (break-glass): the key that signed is the proof, the name is what the command was
   * told.
   */
  v.strictObject({ kind: v.literal('operator'), name: text }),
]);
/** Who changed a store, as its log has it. */
export type Actor = v.InferOutput<typeof ActorSchema>;

/**
 * `anna@example.com for "Ben", approved by carl@example.com`, for the history. What nobody proves is in quotation
 * marks: it might say that somebody approved.
 */
export function describeActor(actor: Actor): string {
  if (actor.kind === 'watcher') return 'watcher';
  if (actor.kind === 'operator') return actor.name;
  const { name, actsFor, approvedBy } = actor;
  const who = actsFor === undefined ? name : `${name} for "${actsFor}"`;
  return approvedBy === undefined ? who : `${who}, approved by ${approvedBy.name}`;
}
