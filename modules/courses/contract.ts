/** Courses: catalogue, study with progress that can be trusted, authoring, and the board of those who follow learners. */
import { authoringCalls } from './contract/authoring.ts'
import { boardCalls } from './contract/board.ts'
import { learningCalls } from './contract/learning.ts'

export const courses = { ...learningCalls, ...authoringCalls, ...boardCalls }
