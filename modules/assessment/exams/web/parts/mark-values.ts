import type { MarkedAnswer, Rubric } from '../../contract/marking.ts'

/** What a marker has on the screen for an answer. */
export interface MarkValues {
  readonly points: number | null
  readonly comment: string
  /** The chosen level of each criterion, from 0; -1 where none is chosen. Empty: no level at all. */
  readonly levels: readonly number[]
}

export type MarkDraft = Omit<NonNullable<MarkedAnswer['draft']>, 'savedAt'>

const pointsOf = (tenths: number | null) => (tenths === null ? null : tenths / 10)

export const valuesOf = ({ tenths, levels, comment }: MarkDraft): MarkValues => ({
  points: pointsOf(tenths),
  comment,
  levels: levels ?? [],
})

export const draftOf = ({ points, comment, levels }: MarkValues): MarkDraft => ({
  tenths: points === null ? null : Math.round(points * 10),
  comment,
  levels: levels.length > 0 ? [...levels] : null,
})

/** Levels are chosen for every criterion, or for none. */
export const isComplete = (rubric: Rubric | null, { points, levels }: MarkValues): boolean =>
  points !== null && (rubric === null || levels.length === 0 || rubric.every((_, at) => (levels[at] ?? -1) >= 0))

/** The points follow the levels. */
export function withLevels(rubric: Rubric, values: MarkValues, levels: readonly number[]): MarkValues {
  if (levels.every((level) => level < 0)) return { ...values, levels: [], points: null }
  const tenths = rubric.map((criterion, at) => criterion.levels[levels[at] ?? -1]?.tenths ?? 0)
  return { ...values, levels, points: tenths.reduce((sum, one) => sum + one, 0) / 10 }
}
