import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Page } from '../pages/person-page.tsx';
import { openPage } from './open-page.tsx';
import type { Opening } from './open-page.tsx';
import { wirePerson } from './wire-person.ts';

export const READ = 'GET staff/people/a1';

/** The answer of `GET staff/people/a1`. */
export const personAnswer = (changes: Parameters<typeof wirePerson>[0] = {}) => ({
  body: { data: wirePerson(changes) },
});

/** Opens the page of the account "a1". */
export const openPerson = (answers: Opening['answers'] = {}, more: Partial<Opening> = {}) =>
  openPage(Page, {
    path: '/staff/people/a1',
    route: '/staff/people/:id',
    answers: { [READ]: personAnswer(), ...answers },
    ...more,
  });

/** Presses the button that opens an act's dialog, enters a reason, and confirms with the last button of this name. */
export async function doAct(opener: string, confirm = opener, beforeConfirm = async () => {}) {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  await userEvent.type(screen.getByLabelText('Reason'), 'asked by phone');
  await beforeConfirm();
  const [last] = screen.getAllByRole('button', { name: confirm }).toReversed();
  if (!last) throw new Error(`There is no button "${confirm}"`);
  await userEvent.click(last);
}
