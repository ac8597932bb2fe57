export { formatDate } from './format-date.ts';
export { addMessages, changeLanguage, currentLanguage, startI18n } from './i18n.ts';
export { rememberChosenLanguage, rememberUserLanguage } from './remember-language.ts';
export { Trans } from './trans.tsx';
export { useLanguage } from './use-language.ts';
export type { Namespaces, TextKey, Translate } from './translation.ts';
export { useTranslation } from './translation.ts';
