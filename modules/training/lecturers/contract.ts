/** Lecturers: the directory, the teaching log, availability. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { choosingCalls } from './contract/choosing.ts'
import { directoryCalls } from './contract/directory.ts'
import { evaluationCalls } from './contract/evaluations.ts'
import { managingCalls } from './contract/managing.ts'
import { ownCalls } from './contract/own.ts'

export const lecturers = contract({
  ...directoryCalls,
  ...managingCalls,
  ...ownCalls,
  ...evaluationCalls,
  ...choosingCalls,
})
