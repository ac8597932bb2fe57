import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parseInput } from '@portal/contract/parse';
import { SampleStore } from '../operations/testing.ts';
import type { Access } from './access.ts';
import { AccessSchema } from './access.ts';
import type { Identity } from './allows.ts';
import { isAllowed, isKnown, matchesSubject, neededFor, needingApproval } from './allows.ts';
import { configureAccess, readConfiguration, readConfigurations } from './configuration.ts';

const GITLAB = 'https://gitlab.example.com';
const PEOPLE = 'https://login.example.com';
const PROJECT = 'project_path:acme/mfe-hubs:ref_type:branch:ref:main';

const DOCUMENT = {
  issuers: [
    { issuer: PEOPLE, audiences: ['release-command'], kind: 'person', name: 'email' },
    { issuer: GITLAB, audiences: ['https://releases.example.com'], kind: 'pipeline', name: 'project_path' },
  ],
  rules: [
    { who: { issuer: PEOPLE, role: 'release-manager' }, may: ['promote', 'rollback', 'approve'], parts: '*' },
    { who: { issuer: PEOPLE, email: 'Head@example.com' }, may: ['configure', 'prune'], parts: '*' },
    {
      who: { issuer: GITLAB, subject: PROJECT, claims: { ref_protected: 'true' } },
      may: ['publish', 'canary'],
      parts: ['mfe-hubs'],
    },
  ],
  approvals: [{ changes: ['promote'], parts: ['mfe-account'] }],
};
const access: Access = parseInput('access.json', AccessSchema, DOCUMENT);

const person: Identity = {
  issuer: PEOPLE,
  subject: 'anna',
  kind: 'person',
  name: 'anna@example.com',
  email: 'anna@example.com',
  roles: ['release-manager'],
  claims: {},
};
const pipeline: Identity = {
  issuer: GITLAB,
  subject: PROJECT,
  kind: 'pipeline',
  name: 'acme/mfe-hubs',
  roles: [],
  claims: { ref_protected: 'true' },
};

describe('a subject fits a pattern', () => {
  test.each([
    [PROJECT, PROJECT],
    ['project_path:acme/*:ref_type:branch:ref:main', PROJECT],
    ['repo:acme/mfe-hubs:ref:refs/tags/v*', 'repo:acme/mfe-hubs:ref:refs/tags/v1.2.0'],
    ['an*', 'anna'],
  ])('%s: %s', (pattern, subject) => {
    expect(matchesSubject(pattern, subject)).toBe(true);
  });

  test.each([
    ['project_path:acme/*:ref_type:branch:ref:main', 'project_path:acme/group/mfe-hubs:ref_type:branch:ref:main'],
    ['project_path:acme/*:ref_type:branch:ref:main', 'project_path:acme/mfe-hubs:ref_type:branch:ref:main/2'],
    ['project_path:acme/*:ref_type:branch:ref:main', 'project_path:other/mfe-hubs:ref_type:branch:ref:main'],
    ['repo:acme/mfe-hubs:*', 'repo:acme/mfe-hubs:ref:refs/heads/main'],
    ['repo:acme/mfe-*', 'repo:acme/mfe-'],
    ['repo:acme/a.c', 'repo:acme/abc'],
  ])('but %s does not fit %s', (pattern, subject) => {
    expect(matchesSubject(pattern, subject)).toBe(false);
  });
});

describe('the rules', () => {
  test('allow what they say for their parts, and nothing else', () => {
    expect(isAllowed(access, pipeline, 'canary', 'mfe-hubs')).toBe(true);
    expect(isAllowed(access, pipeline, 'canary', 'mfe-account')).toBe(false);
    expect(isAllowed(access, pipeline, 'promote', 'mfe-hubs')).toBe(false);
    expect(isAllowed(access, person, 'promote', 'shell')).toBe(true);
    expect(isAllowed(access, person, 'configure', undefined)).toBe(false);
    expect(isAllowed(access, { ...person, email: 'head@example.com' }, 'configure', undefined)).toBe(true);
  });

  test.each<[string, Identity]>([
    ['another issuer', { ...pipeline, issuer: PEOPLE }],
    ['a branch that is not protected', { ...pipeline, claims: { ref_protected: 'false' } }],
    ['no claim about the branch', { ...pipeline, claims: {} }],
    ['an address that is not verified, and no role', { ...person, email: undefined, roles: [] }],
  ])('do not know %s', (_what, identity) => {
    expect(isKnown(access, identity)).toBe(false);
  });

  test('say which parts of a change, or that the store, need a second person', () => {
    const versions = { 'mfe-hubs': '1.1.0', 'mfe-account': '1.1.0' };
    const ask = (percent?: number) => needingApproval(access, { change: { action: 'promote', versions, percent } });
    expect(ask()).toEqual(['mfe-account']);
    expect(ask(10)).toEqual([]);
    expect(needingApproval(access, { access })).toEqual([]);
    const configure = { changes: ['configure' as const], parts: '*' as const };
    expect(needingApproval({ ...access, approvals: [configure] }, { access })).toEqual(['the store']);
  });
});

test('the end of several canaries needs the right to roll back, and the second person, for each', () => {
  const change = { action: 'end-canary', names: ['mfe-hubs', 'mfe-account'] } as const;
  expect(neededFor({ change })).toEqual({ action: 'rollback', parts: ['mfe-hubs', 'mfe-account'] });
  const rules = { ...access, approvals: [{ changes: ['rollback' as const], parts: ['mfe-account'] }] };
  expect(needingApproval(rules, { change })).toEqual(['mfe-account']);
  for (const action of ['rollback', 'yank'] as const)
    expect(neededFor({ change: { action, name: 'mfe-hubs', version: '1.0.0' } })).toEqual({
      action,
      parts: ['mfe-hubs'],
    });
});

describe('a document of rules is refused', () => {
  const [people, gitlab] = DOCUMENT.issuers;
  const getRule = (who: object, right = 'publish', parts: '*' | readonly string[] = '*') => ({
    rules: [{ who: { issuer: GITLAB, ...who }, may: [right], parts }],
  });
  test.each<[string, object, string]>([
    ['an unknown field', { owner: 'anna' }, 'owner'],
    ['an issuer without https', { issuers: [{ ...people, issuer: 'http://login.example.com' }] }, 'issuers.0.issuer'],
    ['an issuer twice', { issuers: [people, people, gitlab] }, 'each issuer once'],
    ['a rule for an issuer that is not listed', { issuers: [people] }, 'only issuers in "rules"'],
    ['a rule for everybody', getRule({}), 'rules.0.who'],
    ['a subject of stars alone', getRule({ subject: '*:*' }), 'more than'],
    ['two stars in a segment', getRule({ subject: 'a*b*c' }), 'at most one'],
    ['configuring for one part', getRule({ role: 'a' }, 'configure', ['mfe-hubs']), 'the whole store'],
    ['approvals of rules for one part', { approvals: [{ changes: ['configure'], parts: ['shell'] }] }, 'whole store'],
    [
      'pipelines that are started by pipelines',
      { issuers: [people, { ...gitlab, startedBy: { claim: 'user_id', issuer: GITLAB, subjects: {} } }] },
      'the kind "person"',
    ],
    ['an unknown right', getRule({ role: 'a' }, 'everything'), 'rules.0.may.0'],
  ])('%s', (_what, change, message) => {
    expect(() => parseInput('access.json', AccessSchema, { ...DOCUMENT, ...change })).toThrow(message);
  });
});

describe('the rules in a store', () => {
  test('are numbered, stay readable, the newest count, and who has seen others does not change them', async () => {
    const { store } = await SampleStore.make();
    expect(await readConfiguration(store)).toBeUndefined();
    await configureAccess(store, { access, by: 'anna', reason: 'the first' });
    const changed = { ...access, rules: [] };
    await configureAccess(store, { access: changed, by: 'anna', reason: 'nobody may', expect: 1 });
    expect(await readConfiguration(store)).toMatchObject({ number: 2, access: changed, reason: 'nobody may' });
    await expect(configureAccess(store, { access, by: 'ben', reason: 'late', expect: 1 })).rejects.toMatchObject({
      rule: 'request',
    });
    expect((await readConfigurations(store)).map(({ number }) => number)).toEqual([2, 1]);
  });

  test('never fall back to older ones when the newest are damaged', async () => {
    const sample = await SampleStore.make();
    await configureAccess(sample.store, { access, by: 'anna', reason: 'the first' });
    await configureAccess(sample.store, { access, by: 'anna', reason: 'the second' });
    await sample.write('configuration/000002.json', '{}');
    await expect(readConfiguration(sample.store)).rejects.toMatchObject({
      kind: 'damaged',
      key: 'configuration/000002.json',
    });
    await configureAccess(sample.store, { access, by: 'anna', reason: 'anew' });
    expect(await readConfiguration(sample.store)).toMatchObject({ number: 3 });
  });
});

test('the example in the documentation is right, and allows what its text says', async () => {
  const page = await readFile(new URL('../../../../../docs/release-service.md', import.meta.url), 'utf8');
  const example = /^```json\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  const documented = parseInput('access.json', AccessSchema, JSON.parse(example));
  const github = { issuer: 'https://token.actions.githubusercontent.com', name: 'acme/mfe-legal', claims: {} };
  const job = { ...pipeline, ...github, subject: 'repo:acme/mfe-legal:environment:production' };
  expect(isAllowed(documented, pipeline, 'promote', 'mfe-hubs')).toBe(true);
  expect(isAllowed(documented, job, 'canary', 'mfe-legal')).toBe(true);
  expect(isAllowed(documented, job, 'promote', 'mfe-legal')).toBe(false);
  expect(documented.issuers.every(({ kind, startedBy }) => kind === 'person' || startedBy)).toBe(true);
  expect(needingApproval(documented, { access: documented })).toEqual(['the store']);
});
