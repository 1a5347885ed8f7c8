/** Calls about sections that lead elsewhere: packages, exams, surveys, lives. */

import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, OneOf } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  COURSE_TAKEN_DOWN,
  NOT_REGISTERED,
  OTHER_CLIENT,
  PACKAGE_NOT_READY,
  PREREQUISITES_OPEN,
  WRONG_SECTION_KIND,
} from './errors.ts'

const section = Type.Object({ id: Id, sectionId: Id })
const Launch = Type.Object({ launchUrl: Type.String() })

export const activityCalls = contract({
  launchSection: {
    method: 'POST',
    path: '/course-study/course-front/{id}/sections/{sectionId}/launch',
    summary: 'The address at which the package of a section is studied; what is achieved in it counts for the section',
    access: 'signed-in',
    noDryRun: 'access',
    params: section,
    query: Type.Object({ clientType: Type.Optional({ ...OneOf([1, 2]), default: 1 }) }),
    response: Launch,
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      COURSE_TAKEN_DOWN,
      NOT_BOUGHT,
      NOT_REGISTERED,
      OTHER_CLIENT,
      PREREQUISITES_OPEN,
      WRONG_SECTION_KIND,
      PACKAGE_NOT_READY,
    ],
  },
  previewLaunch: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/launch',
    summary: 'The package of a section of the draft, for authors and who decides about it; nothing of it is kept',
    access: 'signed-in',
    noDryRun: 'access',
    params: section,
    response: Launch,
    errors: [NOT_FOUND, NO_PERMISSION, WRONG_SECTION_KIND, PACKAGE_NOT_READY],
  },
})
