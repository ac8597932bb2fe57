import { webAddress } from '@portal/contract/web-address';

/** This address cannot be the registry of the libraries. The message says why, and what to do. */
export class RegistryRefusedError extends Error {}

const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Where packages come from whose registry nobody names: there, a stranger may have the name of a library. */
const PUBLIC = /(^|\.)npmjs\.(org|com)$|^registry\.yarnpkg\.com$/;

/**
 * The registry that has the portal's libraries, as `.npmrc` names it. Packages run here, so nobody on the way may
 * replace them.
 * @throws {RegistryRefusedError}
 */
export function checkRegistry(text: string | undefined): string {
  const refuse = (why: string): never => {
    throw new RegistryRefusedError(
      `${why} Name the registry that has the portal's libraries: --registry https://npm.example.com`,
    );
  };
  if (text === undefined || text === '') return refuse('No registry is named.');
  const url = webAddress(text);
  if (url === undefined || url.search + url.hash !== '' || /\s/.test(text))
    return refuse(`"${text}" is not the address of a registry, without user name, password and query.`);
  if (url.protocol === 'http:' && !OWN_MACHINE.test(url.hostname))
    return refuse(`"${text}" is not https: others on the way could replace the libraries.`);
  if (PUBLIC.test(url.hostname)) return refuse(`"${text}" is public; the libraries are not.`);
  return url.href.replace(/\/*$/, '/');
}
