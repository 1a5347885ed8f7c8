/** How long a text is to its readers: what the screen counts and the server limits. */

/** Characters of a plain text as a reader counts them: each run of spaces and line ends once, an emoji of one sign once. */
export function visibleLength(text: string): number {
  return [...text.trim().replace(/\s+/gu, ' ')].length
}
