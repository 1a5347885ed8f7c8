import './admin.css'
import { useState } from 'react'
import type { QuestionContent, QuestionKind } from '../../contract/question.ts'
import { contentOf, draftOf, newDraft } from './draft.ts'
import { draftProblems } from './draft-problems.ts'
import { KindChooser } from './KindChooser.tsx'
import { QuestionFields } from './QuestionFields.tsx'

export interface ContentEditorProps {
  /** What it starts from; without it a new question is written. */
  readonly content: QuestionContent | undefined
  /** The kinds that may be chosen. */
  readonly kinds: readonly QuestionKind[]
  /** `isComplete`: nothing keeps it from being saved. */
  readonly onChange: (content: QuestionContent, isComplete: boolean) => void
}

/** Writes a question in place, with the fields of the bank. */
export function ContentEditor({ content, kinds, onChange }: ContentEditorProps) {
  const [draft, setDraft] = useState(() => (content ? draftOf(content) : newDraft(kinds[0] ?? 'single-choice')))
  const [isTouched, setTouched] = useState(false)
  const set = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    setTouched(true)
    onChange(contentOf(next), draftProblems(next).size === 0)
  }
  return (
    <div className="qb-form">
      <KindChooser value={draft.kind} kinds={kinds} onChange={(kind) => set({ kind })} />
      <QuestionFields draft={draft} set={set} problems={isTouched ? draftProblems(draft) : new Map()} />
    </div>
  )
}
