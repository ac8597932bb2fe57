import { fileName, version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { parseInput } from '@portal/contract/parse';

/** Where releases lie; they are named by their number, with six digits at least. */
export const RELEASES = 'releases/';

/** Key of a file of an artifact. @throws {InvalidInputError} when one of the names is none, such as "..". */
export function fileKey(name: string, file: string): string {
  return `artifacts/${parseInput("a part's name", partName, name)}/${parseInput("a file's name", fileName, file)}`;
}

/** Where the manifests of a part's versions lie. @throws {InvalidInputError} when the name is none. */
export function versionsPrefix(name: string): string {
  return `artifacts/${parseInput("a part's name", partName, name)}/versions/`;
}

/** Key of the manifest of one version of a part. @throws {InvalidInputError} when the name or the version is none. */
export function manifestKey(name: string, version: string): string {
  return `${versionsPrefix(name)}${parseInput('a version', versionSchema, version)}.json`;
}

/** The version that a manifest's key stands for; undefined for a foreign file. */
export function versionOfKey(key: string): string | undefined {
  return /\/versions\/(\d+\.\d+\.\d+[0-9A-Za-z.-]*)\.json$/.exec(key)?.[1];
}

export function releaseKey(number: number): string {
  return `${RELEASES}${String(number).padStart(6, '0')}.json`;
}

/** The number that a release's key stands for; undefined for a foreign file. */
export function numberOfKey(key: string): number | undefined {
  const digits = /^releases\/(\d{6,15})\.json$/.exec(key)?.[1];
  const number = Number(digits);
  return digits !== undefined && releaseKey(number) === key && number > 0 ? number : undefined;
}
