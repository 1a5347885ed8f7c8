/** Exams: writing and publishing them, answering, marking, invigilation. */
import { contract } from '#kit/contract.ts'
import { accommodationCalls } from './contract/accommodations.ts'
import { announcingCalls } from './contract/announcing.ts'
import { answerFileCalls } from './contract/answer-file.ts'
import { answeringCalls } from './contract/answering.ts'
import { appealCalls } from './contract/appeals.ts'
import { authoringCalls } from './contract/authoring.ts'
import { fixingCalls } from './contract/fixing.ts'
import { incidentCalls } from './contract/incidents.ts'
import { invigilationCalls } from './contract/invigilation.ts'
import { learningCalls } from './contract/learning.ts'
import { markingCalls } from './contract/marking.ts'
import { photoCalls } from './contract/photos.ts'
import { registrationCalls } from './contract/registration.ts'
import { resultExportCalls } from './contract/result-export.ts'
import { resultCalls } from './contract/results.ts'

export { NO_EXAMINEE, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER } from './contract/codes.ts'
export { Rubric, RubricLevels } from './contract/marking.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 3
/** Among what approval can be set for. */
export const approvalBusinessType = 31
export const registrationApproval = 32

export const exams = contract({
  ...authoringCalls,
  ...learningCalls,
  ...answeringCalls,
  ...markingCalls,
  ...appealCalls,
  ...fixingCalls,
  ...invigilationCalls,
  ...announcingCalls,
  ...incidentCalls,
  ...answerFileCalls,
  ...photoCalls,
  ...registrationCalls,
  ...accommodationCalls,
  ...resultCalls,
  ...resultExportCalls,
})
