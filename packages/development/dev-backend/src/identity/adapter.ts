import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { errors } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identityRecords as records } from '../database/schema.ts';

/** How long a refresh token is accepted once more after its first use, whose answer may be lost. In seconds. */
const OVERLAP = 30;

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Checks a payload, which contains values of the request, such as its `state`. @throws {InvalidRequest} */
function refuseNul(payload: unknown): void {
  if (typeof payload === 'string' && hasNul(payload)) throw new errors.InvalidRequest('no value may contain NUL');
  if (typeof payload === 'object' && payload !== null) Object.values(payload).forEach(refuseNul);
}

/** Stores one model of the identity provider in the database. */
class DatabaseAdapter implements Adapter {
  readonly #db: Database;
  readonly #model: string;

  constructor(db: Database, model: string) {
    this.#db = db;
    this.#model = model;
  }

  #is(id: string) {
    return and(eq(records.model, this.#model), eq(records.id, id));
  }

  async #first(condition: ReturnType<typeof and>): Promise<AdapterPayload | undefined> {
    const [record] = await this.#db.select().from(records).where(condition);
    if (!record || (record.expiresAt && record.expiresAt.getTime() <= Date.now())) return undefined;
    const { payload, consumed } = record;
    const isUsable = consumed === null || consumed > this.#spentUntil();
    return isUsable ? payload : { ...payload, consumed };
  }

  /** What was used before is not accepted once more. In seconds since the epoch. */
  #spentUntil(): number {
    return nowInSeconds() - (this.#model === 'RefreshToken' ? OVERLAP : 0);
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    refuseNul(payload);
    const values = {
      payload,
      grantId: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
    await this.#db
      .insert(records)
      .values({ model: this.#model, id, ...values })
      .onConflictDoUpdate({ target: [records.model, records.id], set: values });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return hasNul(id) ? undefined : this.#first(this.#is(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first(and(eq(records.model, this.#model), eq(records.uid, uid)));
  }

  /** Only for the device flow, which is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** One use too many, even at the same moment as another, is a reuse and revokes all tokens of the sign-in. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#db
      .update(records)
      // The second use ends the overlap.
      .set({ consumed: sql`coalesce(${records.consumed} - ${OVERLAP}, ${nowInSeconds()})` })
      .where(and(this.#is(id), or(isNull(records.consumed), gt(records.consumed, this.#spentUntil()))))
      .returning({ id: records.id });
    if (consumed.length > 0) return;
    const [record] = await this.#db.select({ grantId: records.grantId }).from(records).where(this.#is(id));
    if (record?.grantId) {
      const grant = and(eq(records.model, 'Grant'), eq(records.id, record.grantId));
      await this.#db.delete(records).where(or(eq(records.grantId, record.grantId), grant));
    }
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(records).where(this.#is(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.delete(records).where(and(eq(records.model, this.#model), eq(records.grantId, grantId)));
  }
}

/** Stores the identity provider's records in the database, so that a sign-in survives a restart. */
export function databaseAdapter(db: Database): (model: string) => Adapter {
  return (model) => new DatabaseAdapter(db, model);
}

/** Deletes expired records. */
export async function removeExpiredRecords(db: Database): Promise<void> {
  await db.delete(records).where(lt(records.expiresAt, new Date()));
}
