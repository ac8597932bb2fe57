import { BREAKS, NEVER, SAMPLE_PDF } from '@portal/catalogue';
import type { States } from '@portal/catalogue';
import { Page as Accessibility } from './accessibility-page.tsx';
import { Page as CorporateInformation } from './corporate-information-page.tsx';
import { Page as DeveloperTerms } from './developer-terms-page.tsx';
import { Page as Faq } from './faq-page.tsx';
import { Page as PrivacyPolicy } from './privacy-policy-page.tsx';
import { Page as Regions } from './privacy-policy-regions-page.tsx';
import { Page as ServiceDescription } from './service-description-page.tsx';
import { Page as Terms } from './terms-page.tsx';
import { Page as Versions } from './terms-versions-page.tsx';

const visitor = { account: null };
const termsAsPdf = { ...visitor, Page: Terms, path: '/terms?view=pdf' };
const elsewhere = {
  ...visitor,
  Page: ServiceDescription,
  path: '/service-description?view=pdf',
  answers: { 'GET service-description/url': { body: { url: 'https://files.example/description.pdf' } } },
  documentOrigins: ['https://files.example'],
};

export const states = {
  terms: { ...visitor, Page: Terms, path: '/terms' },
  'terms-that-have-ended': { ...visitor, Page: Terms, path: '/terms?version=v1' },
  'terms-of-unknown-version': { ...visitor, Page: Terms, path: '/terms?version=v99' },
  'terms-while-single-sign-on-is-off': { ...visitor, Page: Terms, path: '/terms/v2' },
  'terms-as-pdf': { ...termsAsPdf, pdf: SAMPLE_PDF },
  'terms-while-the-pdf-loads': { ...termsAsPdf, pdf: NEVER },
  'terms-with-a-broken-pdf': { ...termsAsPdf, pdf: [{ text: '%PDF-1.7\nwor' }, SAMPLE_PDF] },
  'versions-of-the-terms': { ...visitor, Page: Versions, path: '/terms/versions' },
  'privacy-policy': { ...visitor, Page: PrivacyPolicy, path: '/privacy-policy' },
  'privacy-policy-of-a-region': { ...visitor, Page: PrivacyPolicy, path: '/privacy-policy?locale=fr-ca' },
  'regions-of-the-privacy-policy': { ...visitor, Page: Regions, path: '/privacy-policy/regions' },
  'service-description': { ...visitor, Page: ServiceDescription, path: '/service-description' },
  'service-description-of-another-server': { ...elsewhere, pdf: SAMPLE_PDF },
  'service-description-that-cannot-be-read': { ...elsewhere, pdf: BREAKS },
  'corporate-information': { ...visitor, Page: CorporateInformation, path: '/corporate-information' },
  'developer-terms': { ...visitor, Page: DeveloperTerms, path: '/developer-terms/v1?view=text' },
  accessibility: { ...visitor, Page: Accessibility, path: '/accessibility' },
  faq: { ...visitor, Page: Faq, path: '/faq' },
  'faq-searched': { ...visitor, Page: Faq, path: '/faq?q=cookies' },
  'faq-without-a-match': { ...visitor, Page: Faq, path: '/faq?q=zzz' },
  'faq-with-an-open-answer': { ...visitor, Page: Faq, path: '/faq', act: async ({ click }) => await click('summary') },
} satisfies States;
