/** The bars of numbers: each value where there are few, otherwise ten steps of the same width. */
import type { SurveyQuestion } from '../contract/content.ts'

export interface Bin {
  readonly key: number
  readonly label: string
  readonly from: number
}

const valuesMax = 20
const binCount = 10

/** Without the last bits of a floating point number. */
const text = (value: number) => String(Number(value.toPrecision(6)))

function binsBetween(min: number, max: number, step: number): Bin[] {
  const steps = Math.round((max - min) / step)
  if (steps <= valuesMax)
    return Array.from({ length: steps + 1 }, (_, key) => ({
      ...{ key, label: text(min + key * step) },
      // Half a step below, whatever the arithmetic of fractions.
      from: min + (key - 0.5) * step,
    }))
  const width = (max - min) / binCount
  const edge = (key: number) => min + key * width
  return Array.from({ length: binCount }, (_, key) => ({
    ...{ key, label: `${text(edge(key))}–${text(edge(key + 1))}`, from: edge(key) },
  }))
}

/** A slider's over its whole scale, a number's from the least to the greatest that was answered. */
export function binsOf(
  question: SurveyQuestion,
  numbers: { readonly min: number; readonly max: number } | null,
): Bin[] {
  if (question.kind === 'slider') return binsBetween(question.min, question.max, question.step)
  if (question.kind !== 'number' || !numbers) return []
  return binsBetween(numbers.min, numbers.max, 10 ** -question.decimals)
}

/** The key of the last bin that starts at or below the value. */
export function binAt(bins: readonly Bin[], value: number): number {
  return bins.findLast(({ from }) => from <= value)?.key ?? 0
}
