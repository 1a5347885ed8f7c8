/** Paths as archives name them: read as their makers meant them, and refused where they lead out of the package. */
import { safePath } from '#kit/archive-names.ts'
import { Unfit } from './unfit.ts'

/** The path inside the package. Throws `Unfit` for absolute ones, drives, and those that climb. */
export function packagePath(name: string): string {
  const path = safePath(name)
  if (path === undefined) throw new Unfit('path-unsafe', name)
  return path
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
