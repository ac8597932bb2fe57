/** French puts a space before "?", "!", ":", ";" and inside "« »"; no line may break there. */
export function bindFrenchMarks(text: string): string {
  return text.replace(/ (?=[?!:;»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}
