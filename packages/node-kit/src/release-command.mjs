/** Plain JavaScript, because plain-error.mjs names the command. */

/** How texts name the release command. Those of rules, stores and the service do not know how their readers call it. */
export const RELEASE_COMMAND = 'npm run release --';

let calledAs = RELEASE_COMMAND;

/** Sets the name by which the readers of this process call the command. @param {string} name */
export function callReleaseCommand(name) {
  calledAs = name;
}

/** A text with the command's name as its readers know it; for whoever prints it. @param {string} text */
export const named = (text) => text.replaceAll(RELEASE_COMMAND, calledAs);
