import { eq } from 'drizzle-orm';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The id of the identity with this e-mail address and password, if there is one. */
export async function identityOf(db: Database, email: string, password: string): Promise<string | undefined> {
  const isAddress = eq(identities.email, email.trim().toLowerCase());
  const [identity] = hasNul(email) ? [] : await db.select().from(identities).where(isAddress);
  if (!identity) {
    // An unknown address takes as long as a wrong password, so that the time tells nobody who has an identity.
    await hashPassword(password);
    return undefined;
  }
  return (await verifyPassword(password, identity.passwordHash)) ? identity.id : undefined;
}
