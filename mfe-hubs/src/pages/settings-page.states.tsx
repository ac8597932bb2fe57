import { BREAKS, NEVER } from '@portal/catalogue';
import type { States } from '@portal/catalogue';
import { wireHub } from '@portal/api/testing';
import { DONE, hubs, someHubs } from '../testing/hubs.ts';
import { Page } from './settings-page.tsx';

export const SHARED = wireHub({
  serial: '0041208731',
  sharingMode: 'public',
  activationTime: '2026-03-14T10:00:00.000Z',
});
export const PHONE = wireHub({ serial: '0052913377', type: 'CUI100' });
export const GUESTS = wireHub({ serial: '0039071554', type: 'REARLIGHT', role: 'guest', sharingMode: 'public' });

const page = { Page, path: '/settings' };
const settings = (serial: string) => `PUT hubs/${serial}+PN-100/settings`;
const three = { ...page, answers: { 'GET hubs': hubs(SHARED, PHONE, GUESTS) } };

export const states = {
  'owner-and-guest': three,
  'no-hub': { ...page, links: { app: 'https://app.example.com/' }, answers: { 'GET hubs': [hubs(), hubs(SHARED)] } },
  'one-hub': { ...page, answers: { 'GET hubs': hubs(SHARED) } },
  'one-hub-as-guest': { ...page, answers: { 'GET hubs': hubs(GUESTS) } },
  'two-hundred-hubs': { ...page, answers: { 'GET hubs': hubs(...someHubs(200)) } },
  'searched-without-a-match': {
    ...page,
    answers: { 'GET hubs': hubs(...someHubs(200)) },
    act: async (hands) => await hands.fill('input[type="search"]', 'zzz'),
  },
  loading: { ...page, answers: { 'GET hubs': NEVER } },
  failed: { ...page, answers: { 'GET hubs': [{ status: 503 }, hubs(SHARED)] } },
  refreshing: {
    ...page,
    answers: { 'GET hubs': [hubs(), NEVER] },
    act: async (hands) => await hands.click('.empty button'),
  },
  'unreadable-hub': {
    ...page,
    answers: { 'GET hubs': { body: { data: [{ ...SHARED, type: {}, role: 'tester', sharingMode: 'odd' }] } } },
  },
  'not-migrated': { ...page, account: { isBosch: false }, answers: { 'GET hubs': hubs() } },
  'without-a-name': { ...page, account: { firstname: '' }, answers: { 'GET hubs': hubs() } },
  summary: { ...three, act: async (hands) => await hands.click('tbody button') },
  'asking-before-a-release': { ...three, act: async (hands) => await hands.click('tbody tr:first-child button', -1) },
  'while-a-hub-is-released': {
    ...three,
    answers: { ...three.answers, [`DELETE hubs/${PHONE.serial}+PN-100/authorization`]: NEVER },
    act: async ({ click }) => {
      await click('tbody:nth-of-type(2) tr button', -1);
      await click('[role="group"] button', -1);
    },
  },
  'owner-asked': {
    ...page,
    answers: { 'GET hubs': hubs(GUESTS), [`GET hubs/${GUESTS.serial}+PN-100/release`]: DONE },
    act: async ({ click, see }) => {
      await click('tbody button', -1);
      await click('[role="group"] button', -1);
      await see('.badge--good');
    },
  },
  'while-sharing-changes': {
    ...three,
    answers: { ...three.answers, [settings(SHARED.serial)]: NEVER },
    act: async (hands) => await hands.click('[role="switch"]'),
  },
  'sharing-failed': {
    ...three,
    answers: { ...three.answers, [settings(SHARED.serial)]: { status: 500 } },
    act: async (hands) => await hands.click('[role="switch"]'),
  },
  'sharing-unknown': {
    ...three,
    answers: { 'GET hubs': [hubs(SHARED), { status: 500 }], [settings(SHARED.serial)]: BREAKS },
    act: async (hands) => await hands.click('[role="switch"]'),
  },
} satisfies States;
