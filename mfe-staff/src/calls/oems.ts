import { send } from '@portal/api';
import { OemRemovalResponseSchema, OemResponseSchema, OemsResponseSchema } from '@portal/staff-api/wire';
import type { OemSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { orRefusal, readRefusal } from './refusal.ts';

/** A maker of bikes, and the number of app IDs that it has (specification, section 3). */
export type Oem = v.InferOutput<typeof OemSchema>;
/** Another OEM has the name, or somebody else has removed this one. */
export type OemRefusal = 'OEM_EXISTS' | 'OEM_NOT_FOUND';

const toPath = ({ id }: Oem) => `staff/oems/${encodeURIComponent(id)}`;

async function saved(call: Promise<{ readonly data: Oem }>): Promise<Oem | OemRefusal> {
  const answer = await orRefusal(call, ['OEM_EXISTS', 'OEM_NOT_FOUND']);
  return typeof answer === 'string' ? answer : answer.data;
}

/** All OEMs. @throws {CallError} */
export async function getOems(): Promise<readonly Oem[]> {
  const { data } = await send({ method: 'GET', path: 'staff/oems' }, OemsResponseSchema);
  return data;
}

/** Adds an OEM. @returns it, or why not. @throws {CallError} for every other failure. */
export async function addOem(name: string): Promise<Oem | OemRefusal> {
  return await saved(send({ method: 'POST', path: 'staff/oems', body: { name } }, OemResponseSchema));
}

/** Gives an OEM another name. @returns it, or why not. @throws {CallError} for every other failure. */
export async function renameOem(oem: Oem, name: string): Promise<Oem | OemRefusal> {
  return await saved(send({ method: 'PUT', path: toPath(oem), body: { name } }, OemResponseSchema));
}

/** Removes an OEM, unless somebody else has; its app IDs then have none. @throws {CallError} */
export async function removeOem(oem: Oem): Promise<void> {
  await readRefusal(send({ method: 'DELETE', path: toPath(oem) }, OemRemovalResponseSchema), ['OEM_NOT_FOUND']);
}
