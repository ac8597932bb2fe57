import { userEvent } from '@testing-library/user-event';
import { Page } from '../pages/account-page.tsx';
import { openPage } from './open-page.tsx';
import { regionNamed } from './region.ts';

export const profile = regionNamed('Profile');
export const firstName = () => profile().getByRole<HTMLInputElement>('textbox', { name: 'First name' });
export const lastName = () => profile().getByRole<HTMLInputElement>('textbox', { name: 'Last name (optional)' });
export const country = () => profile().getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
export const save = () => profile().getByRole<HTMLButtonElement>('button', { name: /^(Save profile|Saving…)$/ });

/** Pastes: typing renders the page with each key, which is slow here. */
export async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text !== '') await userEvent.paste(text);
}

/** Opens the account, and waits until the countries are loaded. */
export async function openProfile(
  ...opening: Parameters<typeof openPage> extends [unknown, ...infer Rest] ? Rest : never
) {
  const page = await openPage(Page, ...opening);
  await profile().findByRole('option', { name: 'Sweden' });
  return page;
}
