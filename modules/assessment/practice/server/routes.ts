/** The contract of practice, bound to the functions that do what it says. */
import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { practice } from '../contract.ts'
import { answerQuestion, rateAnswer } from './answering.ts'
import { auditedSets, changeSet, createSet, editedSet, listAuthoredSets } from './authored-sets.ts'
import { bookFile } from './book-file.ts'
import { dueToday } from './due.ts'
import { listMastery } from './mastery.ts'
import { discardPractice, finishPractice, listOpen, openPractice, startPractice, summaryOf } from './practices.ts'
import { changePreferences, preferencesOf } from './preferences.ts'
import { setLifecycle } from './set-lifecycle.ts'
import { listSets, setDetails } from './sets.ts'
import { sourceDetails } from './sources.ts'
import type { DB } from './tables.ts'
import { bookEntry, listBook, moveQuestion, noteQuestion, removeQuestion } from './wrong-book.ts'

const { auditing, auditingNew } = auditedSets
const manage = lifecycleRoutes(setLifecycle, auditedSets, 'practice-set')

export const routes: Routes<DB, typeof practice> = {
  async authoredSets(db, { query }, { caller }) {
    return listAuthoredSets(db, caller, query)
  },
  async createSet(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'practice-set', () => createSet(db, caller, body, now))
  },
  async editedSet(db, { params }, { caller }) {
    return editedSet(db, caller, params.id)
  },
  async changeSet(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'practice-set', id }, () => changeSet(db, caller, id, body, now))
  },
  publishSet: manage.publish,
  takeSetDown: manage.takeDown,
  deleteSet: manage.remove,
  async practiceSets(db, { query }, { caller }) {
    return listSets(db, caller, query)
  },
  async practiceSet(db, { params }, { caller, now }) {
    return setDetails(db, caller, params.id, now)
  },
  async examSource(db, { params }, { caller, now }) {
    return sourceDetails(db, caller, { kind: 'exam', ...params }, now)
  },
  async contentSource(db, { params }, { caller, now }) {
    return sourceDetails(db, caller, { kind: 'content', ...params }, now)
  },
  async openPractices(db, { query }, { caller }) {
    return listOpen(db, caller, query)
  },
  async startPractice(db, { body }, { caller, now }) {
    return startPractice(db, caller, body, now)
  },
  async practice(db, { params }, { caller, now }) {
    return openPractice(db, caller, params.id, now)
  },
  async answerQuestion(db, { params, body }, { caller, now }) {
    return answerQuestion(db, caller, params.id, body, now)
  },
  async rateAnswer(db, { params, body }, { caller, now }) {
    return rateAnswer(db, caller, params, body.rating, now)
  },
  async finishPractice(db, { params }, { caller, now }) {
    return finishPractice(db, caller, params.id, now)
  },
  async practiceSummary(db, { params }, { caller }) {
    return summaryOf(db, caller, params.id)
  },
  async discardPractice(db, { params }, { caller }) {
    await discardPractice(db, caller, params.id)
    return {}
  },
  async wrongBook(db, { query }, { caller, now }) {
    return listBook(db, caller, query, now)
  },
  async wrongBookFile(db, { query }, context) {
    return bookFile(db, query, context)
  },
  async bookEntry(db, { params }, { caller, now }) {
    return bookEntry(db, caller, params.questionId, now)
  },
  async noteQuestion(db, { params, body }, { caller }) {
    await noteQuestion(db, caller, params.questionId, body.note)
    return {}
  },
  async moveQuestion(db, { params, body }, { caller, now }) {
    await moveQuestion(db, caller, params.questionId, body.state, now)
    return {}
  },
  async removeQuestion(db, { params }, { caller }) {
    await removeQuestion(db, caller, params.questionId)
    return {}
  },
  async dueToday(db, _, { caller, now }) {
    return dueToday(db, caller, now)
  },
  async mastery(db, { query }, { caller }) {
    return listMastery(db, caller, query)
  },
  async preferences(db, _, { caller }) {
    return preferencesOf(db, caller)
  },
  async changePreferences(db, { body }, { caller }) {
    await changePreferences(db, caller, body)
    return {}
  },
}
