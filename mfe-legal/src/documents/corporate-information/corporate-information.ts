import type { DocumentTexts } from '../../features/document/document-texts.ts';
import en from './en.json';
import fr from './fr.json';
import nl from './nl.json';

/** Our own sample, for the operator to replace. There is no German one (decisions: languages). */
export const corporateInformation: DocumentTexts = { en, fr, nl };
