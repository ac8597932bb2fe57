/** The element for the page's style sheets: a template keeps links inert until the script after it attaches them. */
export function inertStyles(links: readonly string[]): readonly string[] {
  return ['<template>', ...links, '</template>'];
}

/**
 * Inline script after the template with the page's style sheets: attaches them. Links from a script hold back neither the painting nor
 * the shell's start, however late they are; the parser's own links do. A link that fails is removed, so every link of the page is
 * loading or applies.
 */
export const ATTACH_STYLES =
  '{const t=document.currentScript.previousElementSibling,s=document.importNode(t.content,true);' +
  'for(const l of s.children)l.addEventListener("error",()=>{window.__lacksStyles=true;l.remove()});t.replaceWith(s)}';
