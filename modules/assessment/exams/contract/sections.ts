/**
 * Sections with a time of their own: which one is open when. Pure, because the server decides by it, and a screen without a
 * network goes on by it. Once a paper has such a section, its sections are answered in their order and none is opened again.
 */

export interface TimedSection {
  /** How long the section may take; null: until the examinee goes on, or the attempt ends. */
  readonly timeMs: number | null
}

/** The section that is open, from 1, since when, and when it ends by itself. */
export interface SectionPosition {
  readonly sectionNumber: number
  readonly sectionOpenedAt: number
  readonly sectionEndsAt: number | null
  /** The end of the attempt, which comes sooner when all sections that are left are timed. */
  readonly endsAt: number
}

export const isInOrder = (sections: readonly TimedSection[]): boolean => sections.some(({ timeMs }) => timeMs !== null)

/** The position after section `number` is opened at the moment `from`. */
export function openedAt(
  sections: readonly TimedSection[],
  sectionNumber: number,
  from: number,
  attemptEndsAt: number,
): SectionPosition {
  const left = sections.slice(sectionNumber - 1).map(({ timeMs }) => timeMs)
  const sum = left.reduce((total: number | null, ms) => (total === null || ms === null ? null : total + ms), 0)
  const endsAt = sum === null ? attemptEndsAt : Math.min(attemptEndsAt, from + sum)
  const own = left[0] ?? null
  const sectionOpenedAt = Math.min(from, endsAt)
  return { sectionNumber, sectionOpenedAt, sectionEndsAt: own === null ? null : Math.min(from + own, endsAt), endsAt }
}

/** Where the examinee is at the moment `now`: a section that has run out gives way to the next at its end, not when somebody looks. */
export function positionAt(sections: readonly TimedSection[], position: SectionPosition, now: number): SectionPosition {
  let current = position
  while (current.sectionEndsAt !== null && now >= current.sectionEndsAt && current.sectionNumber < sections.length) {
    if (current.sectionEndsAt >= current.endsAt) break
    current = openedAt(sections, current.sectionNumber + 1, current.sectionEndsAt, current.endsAt)
  }
  return current
}
