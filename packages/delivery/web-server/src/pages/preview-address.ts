import { onlyValue } from '@portal/contract/paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { HttpResponse, RequestTarget } from '../http/http-response.ts';
import { NOT_INDEXED, textResponse } from '../http/http-response.ts';
import type { Previews } from '../releases/previews.ts';
import { endingCookie } from '../releases/previews.ts';
import type { LiveViews } from '../releases/visitor-view.ts';
import { plainPage } from './plain-page.ts';
import { NO_PREVIEW } from './texts.ts';
import type { Visitor } from './visitor.ts';

/** The parameter whose value is a preview's token, at any page; empty, it ends the preview. */
const PARAMETER = 'preview';

/** The token must not reach another address, and nobody else gets this answer. */
const PRIVATE = { ...NOT_INDEXED, 'referrer-policy': 'no-referrer' } as const;

/** The token in a query; null without one. */
export const previewAskedIn = (query: string): string | null =>
  query === '' ? null : onlyValue(new URLSearchParams(query), PARAMETER);

/** The same address without the token. Two slashes at its begin would be another host. */
function addressWithout({ pathname, query }: RequestTarget): string {
  const rest = new URLSearchParams(query);
  rest.delete(PARAMETER);
  return `/${pathname.replace(/^[/\\]+/, '')}${rest.size === 0 ? '' : `?${rest.toString()}`}`;
}

/** Answers an address with a preview's token: the browser keeps it, and gets the same address without it. */
export async function answerPreviewAddress(
  { previews }: { readonly previews: Previews },
  live: LiveViews,
  target: RequestTarget,
  visitor: Visitor,
  token: string,
): Promise<HttpResponse> {
  const preview = token === '' ? undefined : (await previews.view(token, live))?.preview;
  if (token !== '' && !preview) {
    const { title, text, link } = NO_PREVIEW[visitor.language];
    return plainPage(410, visitor, title, [escapeHtml(text), `<a href="/">${escapeHtml(link)}</a>`], PRIVATE);
  }
  const location = addressWithout(target);
  const redirect = textResponse(302, `This page is at ${location}`, { location, ...PRIVATE });
  const { isSecure } = visitor;
  return { ...redirect, cookies: [preview ? previews.cookieFor(preview, token, isSecure) : endingCookie(isSecure)] };
}
