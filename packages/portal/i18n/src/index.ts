export { formatDate } from '@portal/contract/dates';
export { addMessages, changeLanguage, currentLanguage, startI18n } from './i18n.ts';
export { rememberChosenLanguage, rememberUserLanguage } from './remember-language.ts';
export type { Namespaces, TextKey, Translate } from './translation.tsx';
export { Trans, useLanguage, useTranslation } from './translation.tsx';
