import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { addMessages, startI18n } from './i18n.ts';

/**
 * Starts the portal's texts with those of the given namespaces ("shell", "mfe-hubs"), in English unless said otherwise.
 */
export async function startTestI18n(
  namespaces: Readonly<Record<string, Messages>>,
  language: Language = FALLBACK_LANGUAGE,
): Promise<void> {
  await startI18n({ language, messages: namespaces['shell'] ?? {} });
  for (const [namespace, messages] of Object.entries(namespaces)) addMessages(namespace, language, messages);
}
