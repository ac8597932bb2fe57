import { getErrorMessage } from '@portal/node-kit/plain-error';
import { parseInput } from '@portal/contract/parse';
import type * as v from 'valibot';
import type { Found, LoggedDocuments } from '../release-log/logged-documents.ts';
import { fromBytes } from '../format/documents.ts';
import { StoreError } from './errors.ts';

/** How a document is read. */
interface Reading<Document> {
  readonly key: string;
  /** That it is not there, as a sentence. */
  readonly missing: string;
  /** What to do if it is damaged. */
  readonly remedy: string;
  readonly parse: (what: string, document: unknown) => Document;
  /** Why a document cannot be read that is as it was logged; by default, that it is damaged. */
  readonly explain?: (damaged: StoreError, bytes: Uint8Array) => StoreError;
}

/** Reads documents, each only as the log has it. */
export class DocumentReader {
  readonly #documents: LoggedDocuments;

  constructor(documents: LoggedDocuments) {
    this.#documents = documents;
  }

  /** @throws {StoreError} when it is missing or damaged. What the log does not have counts as missing. */
  async read<Document>(reading: Reading<Document>): Promise<Document> {
    const { key, missing } = reading;
    const found = await this.#documents.find(key);
    const named = this.#named(key);
    if (found.is === 'absent') throw new StoreError('missing', key, `${missing} (${named} does not exist.)`, '');
    if (found.is === 'unlogged')
      throw new StoreError('missing', key, `${missing} (${named} does not count: the log does not have it.)`, '');
    return this.#parse(found, reading);
  }

  /** Undefined if there is none, or none that the log has. @throws {StoreError} when it was removed, or is damaged. */
  async readIfThere<Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
    remedy: string,
  ): Promise<v.InferOutput<Schema> | undefined> {
    const found = await this.#documents.find(key);
    if (found.is === 'absent' || found.is === 'unlogged') return undefined;
    const parse = (what: string, document: unknown) => parseInput(what, schema, document);
    return this.#parse(found, { key, missing: '', remedy, parse });
  }

  #parse<Document>(found: Found, { key, remedy, parse, explain }: Reading<Document>): Document {
    const named = this.#named(key);
    if (!found.bytes) throw new StoreError('missing', key, `${named} was logged, and has been removed.`, remedy);
    let document: Document;
    try {
      document = parse(key, fromBytes(found.bytes));
    } catch (error) {
      const reason = getErrorMessage(error);
      const damaged = new StoreError('damaged', key, `${named} is damaged (${reason}).`, remedy, { cause: error });
      throw found.is === 'logged' && explain ? explain(damaged, found.bytes) : damaged;
    }
    if (found.is === 'logged') return document;
    throw new StoreError('damaged', key, `${named} was altered after it was logged.`, remedy);
  }

  #named(key: string): string {
    return `${this.#documents.driver.place}/${key}`;
  }
}
