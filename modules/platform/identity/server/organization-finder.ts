/**
 * Finds organizations by what people call them: the name, the code, the path, or the end of a path. Organizations outside of
 * the caller's grants are found only where none inside is meant, and are never suggested.
 */
import { editDistance } from '#kit/edit-distance.ts'
import { normalizeName } from '#kit/names.ts'
import type { PathEntry } from './organization-paths.ts'

export interface OrganizationFinder {
  /** The organizations that the text can mean: none, the one, or several. */
  readonly find: (text: string) => readonly PathEntry[]
  /** The enabled organizations of the caller whose name or code is most like the text, best first. */
  readonly similar: (text: string) => readonly PathEntry[]
}

const similarMax = 3
/** Longer text is no name. */
const textLengthMax = 100
const comparedMax = 50
const pathLengthMax = 400
/** A name that contains the text, or is contained in it, is about as near as one with a wrong character. */
const containedDistance = 1.5

const keyOf = (text: string) =>
  normalizeName(text)
    .toLowerCase()
    .replace(/ *\/ */g, '/')
    .replace(/^\/|\/$/g, '')

/** Its code, its full path, and every end of it: `云帆科技/研发中心/平台组`, `研发中心/平台组`, `平台组`. */
function keysOf({ names, code, path }: PathEntry): Set<string> {
  const ends = names.map((_, index) => keyOf(names.slice(index).join('/')))
  return new Set([...ends, keyOf(path), keyOf(code)].filter((key) => key !== ''))
}

/** How many characters of the name stand in the text: a distance is at least what the longer one has beyond that. */
function countShared(name: string, text: string): number {
  let count = 0
  for (const letter of name) if (text.includes(letter)) count++
  return count
}

/** How far the text is from a name; undefined where they are not alike. */
function distanceTo(name: string, text: string): number | undefined {
  if (name === '') return undefined
  const longest = Math.max(name.length, text.length)
  const limit = Math.ceil(longest / 2) - 1
  const shared = countShared(name, text)
  if (shared === 0) return undefined
  const isContained = Math.min(name.length, text.length) > 1 && (name.includes(text) || text.includes(name))
  const distance = longest - shared > limit ? undefined : editDistance(name, text, limit)
  return isContained ? Math.min(distance ?? containedDistance, containedDistance) : distance
}

interface Candidate {
  readonly entry: PathEntry
  readonly name: string
  readonly code: string
}

interface Near {
  readonly entry: PathEntry
  readonly distance: number
}

function nearTo({ entry, name, code }: Candidate, text: string): Near | undefined {
  const end = text.slice(text.lastIndexOf('/') + 1)
  const found = [distanceTo(name, end), distanceTo(code, text)].filter((distance) => distance !== undefined)
  return found.length === 0 ? undefined : { entry, distance: Math.min(...found) }
}

/** Of organizations whose names are equally alike, those whose paths are most alike. */
function best(near: readonly Near[], text: string): PathEntry[] {
  const sorted = near.toSorted((a, b) => a.distance - b.distance)
  const limit = (sorted[0]?.distance ?? 0) + 1
  return sorted
    .slice(0, comparedMax)
    .filter(({ distance }) => distance <= limit)
    .map((found) => ({
      ...found,
      pathDistance: editDistance(keyOf(found.entry.path), text, pathLengthMax) ?? pathLengthMax,
    }))
    .sort((a, b) => a.distance - b.distance || a.pathDistance - b.pathDistance)
    .slice(0, similarMax)
    .map(({ entry }) => entry)
}

/** What may be suggested: enabled organizations of the caller. */
function candidatesOf(entries: readonly PathEntry[]): Candidate[] {
  const usable = entries.filter((entry) => entry.covered && entry.enabled)
  return usable.map((entry) => ({ entry, name: keyOf(entry.names.at(-1) ?? ''), code: keyOf(entry.code) }))
}

export function organizationFinder(entries: readonly PathEntry[]): OrganizationFinder {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const byKey = new Map<string, PathEntry[]>()
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const others = byKey.get(key)
      if (others) others.push(entry)
      else byKey.set(key, [entry])
    }
  }
  let candidates: Candidate[] | undefined
  return {
    find(text) {
      const exact = byPath.get(text)
      const meant = byKey.get(keyOf(text)) ?? []
      const own = meant.filter((entry) => entry.covered)
      // A full path means one organization, whatever else has this name.
      if (exact && (exact.covered || own.length === 0)) return [exact]
      return own.length > 0 ? own : meant.slice(0, 1)
    },
    similar(text) {
      const key = keyOf(text)
      if (key === '' || key.length > textLengthMax) return []
      candidates ??= candidatesOf(entries)
      return best(
        candidates.flatMap((candidate) => nearTo(candidate, key) ?? []),
        key,
      )
    },
  }
}
