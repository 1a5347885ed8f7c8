/** A survey that saves itself while it is written. */
import { useMemo, useState } from 'react'
import { call } from '#web/api/query.ts'
import { type RevisionEditor, useSoon } from '#web/ui/use-revision-editor.ts'
import type { EditedSurvey, SurveyInput } from '../../contract/authoring.ts'
import { SURVEY_CHANGED } from '../../contract/codes.ts'
import type { SurveyContent } from '../../contract/content.ts'
import { surveys } from '../../contract.ts'
import { type DraftProblem, draftProblems } from './draft-problems.ts'

export interface SurveyDraft {
  readonly draft: SurveyInput
  readonly problems: ReadonlyMap<string, readonly DraftProblem[]>
  /** What is not filled in yet: nothing is saved until it is. */
  readonly faults: number
  readonly set: (part: Partial<SurveyInput>) => void
  readonly setContent: (content: SurveyContent) => void
}

const inputOf = (survey: EditedSurvey): SurveyInput => {
  const { name, summary, coverFileId, organizationIds, positionIds, memberIds, content } = survey
  return { name, summary, coverFileId, organizationIds, positionIds, memberIds, content }
}

const faultsOf = (draft: SurveyInput) => draftProblems(draft.content).size + (draft.name.trim() === '' ? 1 : 0)

export function useSurveyDraft(survey: EditedSurvey, editor: Pick<RevisionEditor, 'change' | 'waiting'>): SurveyDraft {
  const [draft, setDraft] = useState(() => inputOf(survey))
  const problems = useMemo(() => draftProblems(draft.content), [draft.content])
  const save = useSoon<SurveyInput>(editor, async (sent) => {
    const options = { handles: [SURVEY_CHANGED] }
    const send = (revision: number) =>
      call(surveys.changeSurvey, { params: { id: survey.id }, body: { ...sent, revision } }, options)
    // A failure shows in how saving goes.
    await editor.change(send).catch(() => undefined)
  })
  const set = (part: Partial<SurveyInput>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (faultsOf(next) === 0) save(next)
  }
  return { draft, problems, faults: faultsOf(draft), set, setContent: (content) => set({ content }) }
}
