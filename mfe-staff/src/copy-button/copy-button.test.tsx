/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import { CopyButton } from './copy-button.tsx';

const Page = () => <CopyButton text="0012604417" what="Serial number" />;

async function copyInto(clipboard: object | undefined) {
  await openPage(Page, { path: '/' });
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  await userEvent.click(screen.getByRole('button', { name: 'Copy: Serial number' }));
}

test('puts the text into the clipboard, and says so', async () => {
  const writeText = jest.fn(async (_text: string) => {});
  await copyInto({ writeText });
  expect(await screen.findByText('Copied: Serial number')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('0012604417');
});

test('says that a browser has no clipboard', async () => {
  await copyInto(undefined);
  expect(await screen.findByText('Copying to the clipboard is not supported by the browser.')).toBeTruthy();
});
