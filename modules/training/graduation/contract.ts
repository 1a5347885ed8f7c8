/** Graduation from classes: conditions, who would graduate, batches. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { learningCalls } from './contract/learning.ts'
import { managingCalls } from './contract/managing.ts'

export const graduation = contract({ ...learningCalls, ...managingCalls })
