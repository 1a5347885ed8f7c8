/** Subjects: what can be studied, put together in stages, for all, for each, as a map, or on a page elsewhere. */
import { authoringCalls } from './contract/authoring.ts'
import { learningCalls } from './contract/learning.ts'

export const subjects = { ...learningCalls, ...authoringCalls }
