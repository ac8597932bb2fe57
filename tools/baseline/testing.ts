import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysIn } from '@portal/release/log/key-files';
import { openDriver } from '@portal/release/open-driver';
import type { Store, StoreAccess } from '@portal/release/store';
import { openStore } from '@portal/release/store';
import * as v from 'valibot';

/** The folder of the samples, which never change (docs/decisions/0040-the-baseline.md). */
export const SAMPLES = join(import.meta.dirname, 'samples');

export const readText = (name: string): string => readFileSync(join(SAMPLES, name), 'utf8').trimEnd();
export const readJson = (name: string): unknown => JSON.parse(readText(name));

/** Paths of the samples in a folder, from that folder. */
export const listSamples = (folder = ''): readonly string[] =>
  readdirSync(join(SAMPLES, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(SAMPLES, folder, '/').length));

/** When the samples were made, in milliseconds since the epoch. */
export const MADE_AT = Date.parse(String(readJson('moment.json')));

export const TRUSTED: readonly string[] = keysIn(readText('trusted-keys'));
export const sampleDriver = () => openDriver(join(SAMPLES, 'store'));

/** The store, as somebody who trusts its keys reads it. */
export const openSample = (access: Partial<StoreAccess> = {}): Store =>
  openStore(sampleDriver(), { trusted: TRUSTED, ...access });

const entries = v.record(v.string(), v.string());
/** The cookies of a visitor with https, by name. */
export const COOKIES = v.parse(entries, readJson('browser/cookies.json'));
/** What a browser keeps, by the name of the storage. */
export const STORAGE = v.parse(v.record(v.string(), entries), readJson('browser/storage.json'));
