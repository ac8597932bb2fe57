/** The brand's mark as the browser's icon; it follows the browser's light or dark by itself. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">
<style>.wheel{stroke:#0a595e}.hub{fill:#f6b90f;stroke:#13211d}@media(prefers-color-scheme:dark){.wheel{stroke:#6ccac4}.hub{fill:#ffc93c;stroke:#ebf1ee}}</style>
<circle class="wheel" cx="16" cy="16" r="13.5" stroke-width="2.75"/>
<circle class="wheel" cx="17.25" cy="15" r="8.5" stroke-width="1.5"/>
<circle class="hub" cx="18.75" cy="13.5" r="3.25" stroke-width="1.5"/>
</svg>
`;
