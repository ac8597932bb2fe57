export const FORMATS = ['csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];
