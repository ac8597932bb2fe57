import { InvalidInputError } from '@portal/contract/parse';
import { MOST_REPORTS } from '@portal/contract/page-elements';

/** The directives of the pages' own policies that browsers report; whatever else they name counts as "other". */
export const DIRECTIVES = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'worker-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
  'integrity-policy',
  'other',
] as const;
export type Directive = (typeof DIRECTIVES)[number];

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** "style-src-attr" and, from older browsers, "style-src 'self' …" -> "style-src". */
function parseDirective(text: unknown): Directive {
  const [name = ''] = typeof text === 'string' ? text.split(' ') : [];
  const family = name.replace(/-(elem|attr)$/, '');
  return DIRECTIVES.find((known) => known === family) ?? 'other';
}

/** A report of the Reporting API. */
function violationIn(report: unknown): Directive | undefined {
  switch (field(report, 'type')) {
    case 'csp-violation':
      return parseDirective(field(field(report, 'body'), 'effectiveDirective'));
    case 'integrity-violation':
      return 'integrity-policy';
    default:
      return undefined;
  }
}

/**
 * Reads which policies a browser reports as broken; nothing else is kept, because a report names addresses. Takes one
 * report (`report-uri`), or a list (`report-to`). @throws {InvalidInputError}
 */
export function parseViolations(input: unknown): readonly Directive[] {
  const single = field(input, 'csp-report');
  const found = Array.isArray(input)
    ? input.slice(0, MOST_REPORTS).map(violationIn)
    : [
        single === undefined
          ? undefined
          : parseDirective(field(single, 'effective-directive') ?? field(single, 'violated-directive')),
      ];
  const known = found.filter((directive): directive is Directive => directive !== undefined);
  if (known.length === 0) throw new InvalidInputError('the violations', '', 'must contain a violation of a policy');
  return known;
}
