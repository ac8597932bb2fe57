/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { startTestI18n } from '@portal/i18n/testing';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import en from '../locales/en.json' with { type: 'json' };
import { Page as DeveloperPage } from './developer-page.tsx';
import { Page as SignupPage } from './signup-page.tsx';

test.each([
  ['/developer', DeveloperPage],
  ['/developer/signup', SignupPage],
])('%s says that the kit has ended, and when, and offers nothing that is not there', async (path, Page) => {
  await startTestI18n({ 'mfe-developer': en });
  render(
    <TestPortal path={path}>
      <Page />
    </TestPortal>,
  );
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'The developer kit has ended' })).toBeTruthy();
  expect(screen.getByText(/Support stopped on 1 June 2024/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
