import type { Declaration } from '@portal/contract/declaration';
import { addMessages, changeLanguage, currentLanguage } from '@portal/i18n';
import { session } from '@portal/session';
import type { Portal } from './portal.ts';

/** Replaces the declared texts of a part where the page has them: the objects stay, because routes refer to them. */
async function replaceDeclared({ page, parts }: Portal, part: string, texts: Declaration['texts']): Promise<void> {
  const declaration = parts.declarations().find(({ name }) => name === part);
  if (!declaration) return;
  // Links have copies of them.
  const keys = new Map(Object.entries(declaration.texts).map(([key, text]) => [JSON.stringify(text), key]));
  Object.assign(declaration.texts, texts);
  const state = session.getState();
  // Those that the page has asked for already.
  const ofRoles = await parts.loadForRoles(state.status === 'authenticated' ? state.user.roles : []);
  const { header, footer } = page.release.navigation;
  for (const { text } of [...header, ...footer, ...ofRoles]) {
    const key = keys.get(JSON.stringify(text));
    if (key !== undefined) Object.assign(text, texts[key]);
  }
}

/** Under `npm run dev`: shows in the open page what no component tells of. Production builds are without this module. */
export function followChanges(portal: Portal): void {
  // Everything that shows texts renders again.
  const show = () => changeLanguage(currentLanguage());
  window.__developmentPage?.followChanges({
    onMessages(namespace, language, messages) {
      addMessages(namespace, language, messages);
      void show();
    },
    onDeclared(part, texts) {
      void replaceDeclared(portal, part, texts).then(show);
    },
    onReplaced: () => void show(),
  });
}
