import { FIRMWARE_NAME } from './wire.ts';

/** What the name of a firmware file says. */
export interface FirmwareVersion {
  /** In lower case. */
  readonly product: string;
  readonly hubVersion: string;
  readonly busVersion: string;
}

/** What a file name says; undefined for one that does not follow the pattern (section 5). */
export function firmwareIn(fileName: string): FirmwareVersion | undefined {
  const { product, hub, bus } = FIRMWARE_NAME.exec(fileName)?.groups ?? {};
  if (product === undefined || hub === undefined || bus === undefined) return undefined;
  return { product: product.toLowerCase(), hubVersion: hub, busVersion: bus };
}

/** Compares by numbers; one that is missing at the end is 0: "1.4" is "1.4.0". */
function compareVersions(one: string, other: string): number {
  const numbers = other.split('.').map(Number);
  const differences = one.split('.').map((number, index) => Number(number) - (numbers[index] ?? 0));
  const rest = numbers.slice(differences.length).map((number) => -number);
  return [...differences, ...rest].find((difference) => difference !== 0) ?? 0;
}

/**
 * Negative if `one` is older than `other`, positive if it is newer: by the version of the hub, then by that of the bus.
 */
export function compareFirmware(one: FirmwareVersion, other: FirmwareVersion): number {
  return compareVersions(one.hubVersion, other.hubVersion) || compareVersions(one.busVersion, other.busVersion);
}
