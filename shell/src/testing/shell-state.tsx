/** What states of the shell's pages share. */
import type { Texts } from '@portal/catalogue';
import type { Language } from '@portal/contract/language';
import type { ComponentType } from 'react';
import { useState } from 'react';
import de from '../information/locales/de.json' with { type: 'json' };
import en from '../information/locales/en.json' with { type: 'json' };
import fr from '../information/locales/fr.json' with { type: 'json' };
import nl from '../information/locales/nl.json' with { type: 'json' };
import { PortalProvider } from '../portal.ts';
import { SHELL_TEXTS, testPortal, testRemote } from './test-portal.ts';

const INFORMATION = { en, de, fr, nl };

export const loadTexts = async (language: Language): Promise<Texts> => ({
  shell: SHELL_TEXTS[language],
  information: INFORMATION[language],
});

const HELP = testRemote('mfe-legal', [{ path: '/faq', access: 'open', Page: () => () => null }]);

/** A page in a portal with a help page. `prepare` runs before the page renders. */
export function inPortal(Page: ComponentType, prepare: () => void = () => undefined): ComponentType {
  return function InPortal() {
    const [portal] = useState(() => {
      prepare();
      return testPortal([HELP]);
    });
    return (
      <PortalProvider value={portal}>
        <Page />
      </PortalProvider>
    );
  };
}
