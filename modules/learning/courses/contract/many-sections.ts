/** Calls of authors about many sections at once. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id } from '#kit/schema.ts'
import { authorsCourses } from './access.ts'
import { ACTION_NOT_POSSIBLE, COURSE_CHANGED } from './errors.ts'
import { Flag } from './wire.ts'

const revision = Type.Integer({ minimum: 0 })
const course = Type.Object({ id: Id })
const sectionIds = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })
const Changed = Type.Object({ id: Id, revision })
const editing = [NOT_FOUND, NO_PERMISSION, COURSE_CHANGED, ACTION_NOT_POSSIBLE] as const

export const manySectionCalls = contract({
  changeSections: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/sections',
    summary:
      'Change many sections at once: required or elective, how they are finished, and their chapter, at whose end they stand in their order. All or none',
    access: authorsCourses,
    params: course,
    body: Body({
      revision,
      sectionIds,
      isRequired: Type.Optional(Flag),
      needsReview: Type.Optional(Flag),
      chapterId: Type.Optional(Id),
    }),
    response: Changed,
    errors: editing,
  },
  deleteSections: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/sections/delete',
    summary: 'Delete many sections at once. All or none',
    access: authorsCourses,
    params: course,
    body: Body({ revision, sectionIds }),
    response: Changed,
    errors: editing,
  },
})
