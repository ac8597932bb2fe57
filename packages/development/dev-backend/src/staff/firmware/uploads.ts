import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { UploadRequestSchema } from '@portal/staff-api/wire';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { firmware, firmwareUploads } from '../../database/firmware-schema.ts';
import { problemOfZip } from './check-zip.ts';
import { readFirmware, writeStep } from './firmware-history.ts';
import { FirmwareFiles } from './firmware-files.ts';
import { compareFirmware, firmwareIn } from '@portal/staff-api/firmware-name';
import type { FirmwareVersion } from '@portal/staff-api/firmware-name';
import type { Transaction } from '../../database/add-person.ts';

/** What people are told of the newer one: the version of the bus, too, if that of the hub is the same. */
function shown(newer: FirmwareVersion, than: FirmwareVersion): string {
  const isOtherHub = compareFirmware({ ...newer, busVersion: than.busVersion }, than) !== 0;
  return isOtherHub ? newer.hubVersion : `${newer.hubVersion}, bus ${newer.busVersion}`;
}

/**
 * What the name of new firmware says. @throws {Refusal} if it says nothing, or if the product has that version already,
 * or a newer one.
 */
async function newFirmware(db: Database | Transaction, fileName: string): Promise<FirmwareVersion> {
  const version = firmwareIn(fileName);
  if (!version) throw new Refusal(400, 'invalid_filename');
  const { product, hubVersion, busVersion } = firmware;
  const others = await db
    .select({ product, hubVersion, busVersion })
    .from(firmware)
    .where(eq(product, version.product));
  if (others.some((other) => compareFirmware(other, version) === 0)) throw new Refusal(400, 'firmware_already_exists');
  const [newest] = others.toSorted((one, other) => compareFirmware(other, one));
  if (newest && compareFirmware(newest, version) > 0)
    throw new Refusal(400, 'more_recent_version_available', { detail: shown(newest, version) });
  return version;
}

/** Lets one work at a time through for each key; the others wait for their turn. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** How many uploads of an account may be under way; with one more, the oldest ends. */
const MOST_OF_ONE = 5;
const DAY = 86_400_000;
/** An arbitrary number that no other advisory lock in this database uses. */
const KEEP_LOCK = 4_100_002;

type Upload = typeof firmwareUploads.$inferSelect;
type KeptFirmware = Awaited<ReturnType<typeof readFirmware>>[number];
type UploadRequest = v.InferOutput<typeof UploadRequestSchema>;

/** How far an upload has come, in bytes from the beginning. */
interface Progress {
  readonly id: string;
  readonly received: number;
}

/** What uploads need. */
interface UploadOptions {
  readonly db: Database;
  /** Where files are kept. */
  readonly stateFolder: string;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Uploads of firmware, in pieces. Rows and files outlive the process, so an upload goes on after a restart. */
export class Uploads {
  readonly #db: Database;
  readonly #files: FirmwareFiles;
  readonly #now: () => number;
  readonly #turns = new Turns();

  constructor({ db, stateFolder, now }: UploadOptions) {
    this.#db = db;
    this.#files = new FirmwareFiles(stateFolder);
    this.#now = now;
  }

  /** Makes the folders, and removes uploads that began more than a day ago, and stray files. */
  async start(): Promise<void> {
    await this.#files.makeFolders();
    await this.#db.delete(firmwareUploads).where(lt(firmwareUploads.startedAt, new Date(this.#now() - DAY)));
    await this.removeStrays();
  }

  /** Removes files that belong to no upload: those of an account go with it. */
  async removeStrays(): Promise<void> {
    // Files first: one that comes meanwhile has a row already.
    const files = await this.#files.list();
    const rows = await this.#db.select({ id: firmwareUploads.id }).from(firmwareUploads);
    const known = new Set(rows.map(({ id }) => id));
    await Promise.all(files.filter((id) => !known.has(id)).map((id) => this.#files.remove(id)));
  }

  /** Begins an upload, or takes up that of the same file by the same account. @throws {Refusal} */
  async begin(request: FastifyRequest, body: UploadRequest): Promise<Progress> {
    const { id: accountId } = await callerIn(this.#db, request);
    return this.#turns.take(accountId, async () => {
      const { fileName, size, firstPiece, skipsTesting } = body;
      await newFirmware(this.#db, fileName);
      const own = await this.#db
        .select()
        .from(firmwareUploads)
        .where(eq(firmwareUploads.accountId, accountId))
        .orderBy(asc(firmwareUploads.startedAt));
      const ofName = own.filter((upload) => upload.fileName === fileName);
      const same = ofName.find((upload) => upload.size === size && upload.firstPiece === firstPiece);
      if (same) {
        await this.#db.transaction(async (transaction) => {
          await callerIn(transaction, request);
          await transaction.update(firmwareUploads).set({ skipsTesting }).where(eq(firmwareUploads.id, same.id));
        });
        return { id: same.id, received: await this.#files.received(same.id) };
      }
      const others = own.filter((upload) => upload.fileName !== fileName);
      const tooMany = others.slice(0, Math.max(0, others.length - MOST_OF_ONE + 1));
      for (const { id } of [...ofName, ...tooMany]) await this.#turns.take(id, () => this.#drop(id));
      const id = randomUUID();
      const startedAt = new Date(this.#now());
      await this.#db.transaction(async (transaction) => {
        await callerIn(transaction, request);
        await transaction.insert(firmwareUploads).values({ ...body, id, accountId, startedAt });
      });
      return { id, received: 0 };
    });
  }

  /**
   * Adds a piece. One that is there already changes nothing, and of two at once the later one waits. @throws {Refusal}
   */
  async receive(
    request: FastifyRequest,
    id: string,
    { offset, piece }: { readonly offset: number; readonly piece: Buffer },
  ) {
    return this.#turns.take(id, async (): Promise<Progress> => {
      const { size } = await this.#find(this.#db, request, id);
      const received = await this.#files.received(id);
      const end = offset + piece.length;
      if (offset > received) throw new Refusal(400, 'wrong_offset', { detail: String(received) });
      if (end > size) throw new Refusal(400, 'wrong_size', { detail: String(received) });
      if (end > received) await appendFile(this.#files.toPath(id), piece.subarray(received - offset));
      return { id, received: Math.max(received, end) };
    });
  }

  /** Checks what was uploaded and makes firmware of it. What can never become firmware is removed. @throws {Refusal} */
  async complete(request: FastifyRequest, id: string): Promise<KeptFirmware> {
    return this.#turns.take(id, async () => {
      const upload = await this.#find(this.#db, request, id);
      const received = await this.#files.received(id);
      if (received !== upload.size) throw new Refusal(400, 'wrong_size', { detail: String(received) });
      try {
        await newFirmware(this.#db, upload.fileName);
        const problem = await problemOfZip(this.#files.toPath(id));
        if (problem) throw new Refusal(400, problem);
        return await this.#keep(request, upload, await this.#files.computeHash(id));
      } catch (error) {
        if (error instanceof Refusal && error.status === 400) await this.#drop(id);
        throw error;
      }
    });
  }

  /** Ends an upload. @throws {Refusal} */
  async cancel(request: FastifyRequest, id: string): Promise<void> {
    await this.#turns.take(id, () =>
      this.#db.transaction(async (transaction) => {
        await this.#find(transaction, request, id);
        await this.#drop(id, transaction);
      }),
    );
  }

  /** The upload, for the account that began it. @throws {Refusal} */
  async #find(db: Database, request: FastifyRequest, id: string): Promise<Upload> {
    const { id: accountId } = await callerIn(db, request);
    const isOwn = and(eq(firmwareUploads.id, id), eq(firmwareUploads.accountId, accountId));
    const [upload] = await db.select().from(firmwareUploads).where(isOwn);
    if (!upload) throw new Refusal(404, 'UPLOAD_NOT_FOUND');
    return upload;
  }

  async #drop(id: string, db = this.#db): Promise<void> {
    await this.#files.remove(id);
    await db.delete(firmwareUploads).where(eq(firmwareUploads.id, id));
  }

  async #keep(
    request: FastifyRequest,
    { id, fileName, size, skipsTesting }: Upload,
    hash: string,
  ): Promise<KeptFirmware> {
    return this.#db.transaction(async (transaction) => {
      const caller = await callerIn(transaction, request);
      // Of two uploads of the same version, only one may pass the check.
      await transaction.execute(sql`select pg_advisory_xact_lock(${KEEP_LOCK})`);
      const state = skipsTesting ? 'released' : 'testing';
      const version = await newFirmware(transaction, fileName);
      const uploadedAt = new Date(this.#now());
      await transaction.insert(firmware).values({ ...version, fileName, size, hash, state, uploadedAt });
      await writeStep(transaction, caller, { fileName, state });
      await transaction.delete(firmwareUploads).where(eq(firmwareUploads.id, id));
      await this.#files.keep(id, fileName);
      const [kept] = await readFirmware(transaction, eq(firmware.fileName, fileName));
      if (!kept) throw new Error(`${fileName} was not kept.`);
      return kept;
    });
  }
}
