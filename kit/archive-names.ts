/** Names of files as archives and folders bring them: read as their makers meant them, and unsafe ones recognized. */

const pathLengthMax = 1000

/** These files, at the top of an archive, say that it is a learning package. In lower case. */
export const packageManifests: readonly string[] = ['imsmanifest.xml', 'cmi5.xml', 'tincan.xml', 'h5p.json']

export function isUtf8(raw: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(raw)
    return true
  } catch {
    return false
  }
}

/** Names without the mark of UTF-8 are in the code of the maker's system: Chinese systems write GBK. */
export function decodeName(raw: Uint8Array, hasUtf8Mark: boolean): string {
  return new TextDecoder(hasUtf8Mark || isUtf8(raw) ? 'utf-8' : 'gb18030').decode(raw)
}

/** The path inside the archive; undefined for absolute ones, drives, and those that climb. */
export function safePath(name: string): string | undefined {
  const path = name.replaceAll('\\', '/').normalize('NFC')
  const parts = path.split('/').filter((part) => part !== '.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const isUnsafe = /[\u0000-\u001f\u007f]/.test(path) || path.startsWith('/') || /^[a-z]:/i.test(path)
  if (isUnsafe || parts.includes('..') || path.length > pathLengthMax) return undefined
  return parts.filter((part) => part !== '').join('/')
}

/** What systems leave in archives without anybody wanting it. */
export function isClutter(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path)
}
