import type { CallInput } from '#kit/contract.ts'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { call, q } from '#web/api/query.ts'
import type { StoredIds } from '#web/ui/stored-ids.ts'
import { type RevisionEditor, useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { EditedStage, EditedSubject } from '../../contract/authoring.ts'
import { SUBJECT_CHANGED } from '../../contract/errors.ts'
import { subjects } from '../../contract.ts'
import { inputOf } from './stage-moves.ts'

export interface Editor extends RevisionEditor {
  readonly subject: EditedSubject
}

export function useSubjectEditor(id: string) {
  return useRevisionEditor(q(subjects.editedSubject, { params: { id } }), SUBJECT_CHANGED)
}

const reaction = { handles: [SUBJECT_CHANGED, SENSITIVE_WORDS], outdates: [subjects.subjects] }

export type FieldsChange = Omit<CallInput<typeof subjects.changeSubject>['body'], 'revision'>

/** Saves part of what the subject says of itself. */
export function saveFields(id: string, part: FieldsChange) {
  return (revision: number) => call(subjects.changeSubject, { params: { id }, body: { ...part, revision } }, reaction)
}

/** Saves all stages with what stands in them. A change that waits in line names what the one before it has stored. */
export function saveStages(id: string, stages: readonly EditedStage[], storedIds: StoredIds) {
  const params = { id }
  return async (revision: number) => {
    const body = { stages: inputOf(stages, storedIds), revision }
    const answer = await call(subjects.changeStages, { params, body }, reaction)
    storedIds.keep(stages, answer.stageIds)
    return answer
  }
}
