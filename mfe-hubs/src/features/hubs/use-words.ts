import { useLanguage, useTranslation } from '@portal/i18n';
import type { Words } from './list-view.ts';
import { sharingText } from './sharing-text.ts';

/** What the rows say in the interface's language. */
export function useWords(): Words {
  const { t } = useTranslation('mfe-hubs');
  return {
    language: useLanguage(),
    type: ({ hub }) => t(`types.${hub.type}`),
    role: ({ hub }) => t(`roles.${hub.role}`),
    sharing: ({ hub, sharing }) => t(sharingText({ hub, sharing: { status: 'idle', sharing: sharing.sharing } })),
  };
}
