/** Courses: catalogue, study with progress that can be trusted, authoring, and the board of those who follow learners. */
import { activityCalls } from './contract/activities.ts'
import { authoringCalls } from './contract/authoring.ts'
import { boardCalls } from './contract/board.ts'
import { categoryCalls } from './contract/categories.ts'
import { guidedCalls } from './contract/guided.ts'
import { learningCalls } from './contract/learning.ts'
import { manySectionCalls } from './contract/many-sections.ts'
import { noteCalls } from './contract/notes.ts'
import { offerCalls } from './contract/offer.ts'
import { proofCalls } from './contract/proof.ts'
import { segmentCalls } from './contract/segments.ts'
import { versionCalls } from './contract/versions.ts'

export const courses = {
  ...learningCalls,
  ...offerCalls,
  ...authoringCalls,
  ...manySectionCalls,
  ...categoryCalls,
  ...boardCalls,
  ...versionCalls,
  ...proofCalls,
  ...activityCalls,
  ...noteCalls,
  ...segmentCalls,
  ...guidedCalls,
}
