/** Texts as the messengers take them: cut by bytes, and nothing in them that they would read as markup. */

/** At most so many bytes of UTF-8, ending with `…` where something was cut, never within a character. */
export function cutToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  let size = Buffer.byteLength('…')
  let kept = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytesMax) break
    kept += character
  }
  return `${kept}…`
}

/** For cards that take a little HTML: brackets become those of full width, for what entities would become is not said. */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '＜').replaceAll('>', '＞')
}

/** For Markdown: what would make a link, a mention, a heading or a tag of a person's text is escaped or made harmless. */
export function withoutMarkdown(text: string): string {
  return withoutTags(text)
    .replace(/[\\`*_[\]()#~|!]/g, '\\$&')
    .replace(/@/g, '＠')
    .replace(/^([ \t]*)([-+])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)\./gm, '$1\\.')
}
