import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';

/** What a person does. Controls are found by CSS selectors, because their names differ by language. */
export interface Hands {
  /** Clicks the first one, or the one at `index`; -1 is the last. */
  click(selector: string, index?: number): Promise<void>;
  /** Replaces what is in a field. */
  fill(selector: string, text: string): Promise<void>;
  choose(selector: string, value: string): Promise<void>;
  /** Presses Tab. */
  leave(): Promise<void>;
  press(keys: string): Promise<void>;
  /** Waits until there is such an element. */
  see(selector: string): Promise<void>;
}

/** Testing Library's second is too short for a chunk on a busy machine, and for a page that waits itself. */
const WAIT = { timeout: 20_000 };

async function find(selector: string, index = 0): Promise<HTMLElement> {
  return await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].at(index);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }, WAIT);
}

export function createHands(): Hands {
  const user = userEvent.setup();
  return {
    click: async (selector, index) => await user.click(await find(selector, index)),
    fill: async (selector, text) => {
      const field = await find(selector);
      await user.click(field);
      await user.clear(field);
      // Typing would render the page with each key.
      if (text !== '') await user.paste(text);
    },
    choose: async (selector, value) => await user.selectOptions(await find(selector), value),
    leave: async () => await user.tab(),
    press: async (keys) => await user.keyboard(keys),
    see: async (selector) => void (await find(selector)),
  };
}
