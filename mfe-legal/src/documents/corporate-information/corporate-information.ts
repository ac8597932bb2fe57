import type { DocumentTexts } from '../../features/document/document-texts.ts';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/** Our own sample, for the operator to replace. There is no German one (decisions: languages). */
export const corporateInformation: DocumentTexts = { en, fr, nl };
