import type { CallInput } from '#kit/contract.ts'
import { type ErrorCode, SENSITIVE_WORDS } from '#kit/errors.ts'
import { call, q } from '#web/api/query.ts'
import { type RevisionEditor, useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'

export interface Editor extends Pick<RevisionEditor, 'saving' | 'change'> {
  readonly course: EditedCourse
}

export function useEditor(id: string) {
  return useRevisionEditor(q(courses.editedCourse, { params: { id } }), COURSE_CHANGED)
}

type ChangeBody = CallInput<typeof courses.changeCourse>['body']
export type CourseChange = Omit<ChangeBody, 'revision'>

/** Saves part of what the course says of itself. */
export function saveCourse(id: string, part: CourseChange, handles: readonly ErrorCode[] = []) {
  return (revision: number) =>
    call(
      courses.changeCourse,
      { params: { id }, body: { ...part, revision } },
      { handles: [COURSE_CHANGED, SENSITIVE_WORDS, ...handles], outdates: [courses.catalogue] },
    )
}
