/** The bars of numbers: each value where there are few, otherwise ten steps of the same width. */
import type { SurveyQuestion } from '../contract/content.ts'

export interface Interval {
  readonly key: number
  readonly label: string
  readonly from: number
}

const valuesMax = 20
const intervalCount = 10

/** Without the last bits of a floating point number. */
const text = (value: number) => String(Number(value.toPrecision(6)))

function intervalsBetween(min: number, max: number, step: number): Interval[] {
  const steps = Math.round((max - min) / step)
  if (steps <= valuesMax)
    return Array.from({ length: steps + 1 }, (_, key) => ({
      ...{ key, label: text(min + key * step) },
      // Half a step below, whatever the arithmetic of fractions.
      from: min + (key - 0.5) * step,
    }))
  const width = (max - min) / intervalCount
  const edge = (key: number) => min + key * width
  return Array.from({ length: intervalCount }, (_, key) => ({
    ...{ key, label: `${text(edge(key))}–${text(edge(key + 1))}`, from: edge(key) },
  }))
}

/** A slider's over its whole scale, a number's from the least to the greatest that was answered. */
export function intervalsOf(
  question: SurveyQuestion,
  numbers: { readonly min: number; readonly max: number } | null,
): Interval[] {
  if (question.kind === 'slider') return intervalsBetween(question.min, question.max, question.step)
  if (question.kind !== 'number' || !numbers) return []
  return intervalsBetween(numbers.min, numbers.max, 10 ** -question.decimals)
}

/** The key of the last interval that starts at or below the value. */
export function intervalAt(intervals: readonly Interval[], value: number): number {
  return intervals.findLast(({ from }) => from <= value)?.key ?? 0
}
