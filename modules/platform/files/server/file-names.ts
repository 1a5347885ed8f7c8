/** File names from users. They appear on screens and in downloads, but never in a path on the server. */
import { extensionOf, fileTypes } from '../contract.ts'

/** Control characters, and direction marks that disguise `jpg.exe` as `exe.gpj`. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** No name that is taken is longer, and to cut dots off the end of a name of dots would take seconds. */
const readMax = 1000

/** The name without folders and invisible characters; possibly empty. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').replace(INVISIBLE, '').split(/[/\\]/).at(-1) ?? ''
  return last
    .slice(0, readMax)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
}

/** The number of characters as people count them, not of UTF-16 units. */
export function nameLength(name: string): number {
  return [...name].length
}

/** The name with the extension of the detected type: a PNG named photo.jpg is downloaded as photo.png. */
export function nameWithExtension(name: string, extension: string): string {
  const given = extensionOf(name)
  if (fileTypes[given]?.contentType === fileTypes[extension]?.contentType) return name
  const stem = given in fileTypes ? name.slice(0, -given.length - 1) : name
  return `${stem}.${extension}`
}

/** `Content-Disposition` by RFC 6266: an ASCII name for old clients, the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
