/** Headers of every answer. The console runs no script, and nobody may frame it, embed it or keep what it shows. */
export function securityHeaders(issuer: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // Browsers apply it to the redirects after a form as well, and signing out leads to the identity provider.
      `form-action 'self' ${new URL(issuer).origin}`,
      "require-trusted-types-for 'script'",
    ].join('; '),
    'cache-control': 'no-store',
    // Forms tell their origin by it; other sites learn nothing.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
