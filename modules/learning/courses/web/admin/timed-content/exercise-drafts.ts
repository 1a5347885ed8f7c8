/** An exercise while its author writes it. */
import type { ExerciseKind } from '../../../contract/segments.ts'

export interface OptionDraft {
  readonly key?: string
  readonly text: string
  readonly isRight: boolean
}

export interface ExerciseDraft {
  readonly key: string
  readonly id?: string
  readonly at: number
  readonly kind: ExerciseKind
  readonly question: string
  readonly options: readonly OptionDraft[]
  readonly explanation: string
  readonly mustAnswer: boolean
  readonly answeredCount?: number
  readonly rightFirstCount?: number
}

const empty = (isRight: boolean): OptionDraft => ({ key: crypto.randomUUID(), text: '', isRight })

/** The draft as another kind: what was written stays where the new kind has a place for it. */
export function changedKind(
  draft: ExerciseDraft,
  kind: ExerciseKind,
  [yes, no]: readonly [string, string],
): ExerciseDraft {
  const written = draft.options.filter(({ text }) => text.trim() !== '')
  if (kind === 'judge') {
    const words = [yes, no].map((text, at) => ({ key: crypto.randomUUID(), text, isRight: at === 0 }))
    return { ...draft, kind, options: words }
  }
  if (kind === 'fill') {
    const right = written.filter(({ isRight }) => isRight)
    return { ...draft, kind, options: right.length > 0 ? right : [empty(true)] }
  }
  const filled = [...written, ...Array.from({ length: Math.max(0, 2 - written.length) }, () => empty(false))]
  const first = Math.max(
    0,
    filled.findIndex(({ isRight }) => isRight),
  )
  const options = filled.map((option, at) => ({
    ...option,
    isRight: kind === 'multiple' ? option.isRight || at === first : at === first,
  }))
  return { ...draft, kind, options }
}

/** Whether the server would take it: the counts of its kind, no text twice or empty. */
export function isComplete({ kind, question, options }: ExerciseDraft): boolean {
  const texts = options.map(({ text }) => text.trim())
  if (question.trim() === '' || texts.includes('') || new Set(texts).size < texts.length) return false
  const right = options.filter(({ isRight }) => isRight).length
  if (kind === 'fill') return options.length >= 1
  if (kind === 'judge') return options.length === 2 && right === 1
  return options.length >= 2 && (kind === 'multiple' ? right >= 1 : right === 1)
}
