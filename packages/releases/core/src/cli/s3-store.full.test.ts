import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { openStoreAt } from '../store/open-store.ts';
import { describeS3 } from '../store/testing/describe-s3.ts';
import { newS3Place } from '../store/testing/s3-servers.ts';
import { runRelease } from './testing.ts';

describeS3((server) => {
  const before = { ...process.env };
  let place: string;
  let state: string;
  let sample: SampleStore;

  beforeEach(async () => {
    Object.assign(process.env, server().environment);
    place = newS3Place(server());
    state = await mkdtemp(join(tmpdir(), 'portal-keys-'));
    process.env['PORTAL_STATE'] = state;
    sample = await SampleStore.make(openStoreAt(place));
  });
  afterEach(async () => {
    await sample.remove();
    await rm(state, { recursive: true });
    process.env = { ...before };
  });

  const release = (...words: string[]) => runRelease([...words, '--store', place]);

  test('the commands work on a store on S3', async () => {
    const folder = await sample.build('mfe-hubs', '1.1.0');
    expect(await release('publish', folder)).toMatchObject({ code: 0, stderr: '' });
    expect(await release('promote', 'mfe-hubs@1.1.0', '--reason', 'Test')).toMatchObject({ code: 0, stderr: '' });
    expect((await release('status')).stdout).toMatch(/mfe-hubs +1\.1\.0/);
    expect(await release('store', 'verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('a store on S3 is backed up into another prefix and a folder, and comes back from there', async () => {
    const [copy, folder, back] = [newS3Place(server()), join(state, 'copy'), newS3Place(server())];
    for (const to of [copy, folder])
      expect(await release('store', 'backup', '--to', to)).toMatchObject({ code: 0, stderr: '' });
    expect(await runRelease(['store', 'backup', '--store', folder, '--to', back])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const live = await sample.store.latestRelease();
    for (const each of [copy, back]) expect(await openStoreAt(each).latestRelease()).toEqual(live);
  });

  test.each([
    [{ AWS_ACCESS_KEY_ID: '' }, 2, /^AWS_ACCESS_KEY_ID /],
    [{ AWS_ACCESS_KEY_ID: 'other' }, 5, /403 InvalidAccessKeyId/],
  ])('with %j the command ends with %d and says what to do', async (settings, expected, message) => {
    Object.assign(process.env, settings);
    const { code, stderr } = await release('status');
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(server().environment['AWS_SECRET_ACCESS_KEY']);
    expect(code).toBe(expected);
  });
});
