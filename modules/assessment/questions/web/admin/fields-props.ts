import type { Draft } from './draft.ts'
import type { DraftProblems } from './draft-problems.ts'

/** What the fields of a question are given. */
export interface FieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
  readonly problems: DraftProblems
}
