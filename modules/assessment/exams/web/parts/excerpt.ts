const lengthMax = 60

/** The beginning of a rich text, in one line. */
export function excerptOf(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim()
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
