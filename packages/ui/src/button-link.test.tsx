/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ButtonLink } from './button-link.tsx';

test('a button link leads to a path of the portal, or out of it', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/settings">Go to your hubs</ButtonLink>
      <ButtonLink href="https://identity.example.com/" variant="primary">
        Sign in
      </ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Go to your hubs' }).getAttribute('href')).toBe('/settings');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('https://identity.example.com/');
});
