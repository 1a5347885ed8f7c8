import type { Routes } from '#server/module.ts'
import type { exercises } from '../contract.ts'
import { submitAnswer } from './answering.ts'
import { authoredQuestion, findExercises, metQuestion } from './reading.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof exercises> = {
  async findExercises(db, { query }, { caller, now }) {
    return findExercises(db, caller, query, now)
  },
  async temporaryQuestion(db, { params }, { caller, now }) {
    return metQuestion(db, caller, params.id, now)
  },
  async submitTemporaryQuestion(db, { body }, context) {
    return submitAnswer(db, body, context)
  },
  async authoredQuestion(db, { params }, { caller }) {
    return authoredQuestion(db, caller, params.id)
  },
}
