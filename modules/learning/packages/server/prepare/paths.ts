/** Paths as archives name them: read as their makers meant them, and refused where they lead out of the package. */
import { Unfit } from './unfit.ts'

const pathLengthMax = 1000

/** Names without the mark of UTF-8 are in the code of the maker's system: Chinese systems write GBK. */
export function decodeName(raw: Buffer, isUtf8: boolean): string {
  if (isUtf8) return raw.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return new TextDecoder('gb18030').decode(raw)
  }
}

/** The path inside the package. Throws `Unfit` for absolute ones, drives, and those that climb. */
export function safePath(name: string): string {
  const path = name.replaceAll('\\', '/').normalize('NFC')
  const parts = path.split('/').filter((part) => part !== '.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const isUnsafe = /[\u0000-\u001f\u007f]/.test(path) || path.startsWith('/') || /^[a-z]:/i.test(path)
  if (isUnsafe || parts.includes('..') || path.length > pathLengthMax) throw new Unfit('path-unsafe', name)
  return parts.filter((part) => part !== '').join('/')
}

/** What systems leave in archives without anybody wanting it. */
export function isClutter(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path)
}

/** A reference of a manifest with what its bases add: a path of the package, or the whole address of what lies elsewhere. */
export function resolveReference(...parts: readonly string[]): string {
  const inside = 'http://package/'
  const { href } = parts.filter((part) => part !== '').reduce((base, part) => new URL(part, base), new URL(inside))
  return href.startsWith(inside) ? href.slice(inside.length) : href
}

/** The file that a reference leads to: without query and fragment, decoded. */
export function fileOfReference(reference: string): string {
  const path = reference.replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}
