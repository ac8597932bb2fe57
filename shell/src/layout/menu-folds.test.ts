import { describe, expect, test } from '@jest/globals';
import { menuFolds } from './menu-folds.ts';

/** "Manage hubs" 150, "Developer" 132, "owner@example.com" 204, "Log out" 114. */
const ENGLISH = ['Manage hubs', 'Developer', 'owner@example.com', 'Log out'];
const GERMAN = ['Hubs verwalten', 'Entwickler', 'owner@example.com', 'Abmelden'];

describe('the menu decision [T280]', () => {
  test.each<[string, readonly string[], number, boolean]>([
    ['no items need no room', [], 0, false],
    ['one character and its padding fit to the pixel', ['a'], 60, false],
    ['one pixel less is too little', ['a'], 59, true],
    ['an item without a text still takes its padding', [''], 50, true],
    ['an item without a text fits in 51 px', [''], 51, false],
    ['each item has its own padding', ['a', 'a'], 119, true],
    ['two items fit to the pixel', ['a', 'a'], 120, false],
    ['English fits to the pixel', ENGLISH, 600, false],
    ['English folds below', ENGLISH, 599, true],
    ['German is longer and folds where English does not', GERMAN, 600, true],
    ['German fits to the pixel', GERMAN, 645, false],
    ['a fraction of a pixel counts', ['a'], 59.99, true],
    ['a very long address folds a wide header', ['a'.repeat(120)], 1120, true],
    ['no room at all folds', ['a'], 0, true],
    ['less than no room folds', ['a'], -20, true],
  ])('%s', (_, items, freeWidth, folds) => {
    expect(menuFolds({ items, freeWidth })).toBe(folds);
  });
});
