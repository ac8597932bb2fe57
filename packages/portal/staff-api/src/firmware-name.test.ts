import { expect, test } from '@jest/globals';
import { compareFirmware, firmwareIn } from './firmware-name.ts';

test('a file name says product and versions', () => {
  expect(firmwareIn('Smart-Hub_ota_hub_1.10.0_bus_2.3.zip')).toEqual({
    product: 'smart-hub',
    hubVersion: '1.10.0',
    busVersion: '2.3',
  });
  const tooLong = `${'x'.repeat(300)}_ota_hub_1.10.0_bus_2.3.zip`;
  for (const name of [
    'hub_1.1_bus_2.3.zip',
    'x_ota_hub_1.1_bus_2.3.zip.txt',
    'x_y_ota_hub_1.1_bus_2.3.zip',
    tooLong,
    '',
  ])
    expect(firmwareIn(name)).toBeUndefined();
});

test.each([
  ['1.10.0', '1.0', '1.9.9', '9.0', 1],
  ['1.9', '2.0', '1.9.0', '2', 0],
  ['1.9.0', '2.1', '1.9', '2.1.1', -1],
  ['1.9', '10.0', '1.9', '9.9', 1],
  ['01.2', '1.0', '1.2.0.1', '1.0', -1],
])('hub %s with bus %s against hub %s with bus %s is %d', (hub, bus, otherHub, otherBus, sign) => {
  const of = (hubVersion: string, busVersion: string) => ({ product: 'x', hubVersion, busVersion });
  expect(Math.sign(compareFirmware(of(hub, bus), of(otherHub, otherBus)))).toBe(sign);
});
