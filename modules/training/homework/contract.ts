/** Homework of training classes: tasks, versions, marks. Imports kit/, typebox and contracts only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { learningCalls } from './contract/learning.ts'
import { markingCalls } from './contract/marking.ts'

export const homework = contract({ ...learningCalls, ...markingCalls })
