import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { subjects } from '../contract.ts'
import { auditing, auditingNew } from './audited.ts'
import { editedSubject, listManaged } from './authored.ts'
import { previewDetail, subjectDetail } from './details.ts'
import { chooseInterests, listInterests } from './interests.ts'
import { listLearners } from './learners.ts'
import { listMySubjects, listSubjects } from './list-items.ts'
import { changeSubject, createSubject } from './metadata.ts'
import { abandon, countShare, openContent, register, visit } from './registrations.ts'
import { changeStages } from './stages.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'
import type { DB } from './tables.ts'

const manage = lifecycleRoutes(subjectLifecycle, { auditing }, 'subject')

export const routes: Routes<DB, typeof subjects> = {
  async subjects(db, { query }, { caller, now }) {
    return listSubjects(db, caller, query, now)
  },
  async mySubjects(db, { query }, { caller }) {
    return listMySubjects(db, caller, query)
  },
  async subjectDetail(db, { params, query }, { caller, language, now }) {
    return subjectDetail(db, caller, params.id, { clientType: query.clientType ?? 1, language, now })
  },
  async registerForSubject(db, { params }, { caller, now }) {
    return register(db, caller, params.id, now)
  },
  async abandonSubject(db, { params }, { caller, now }) {
    return abandon(db, caller, params.id, now)
  },
  async openContent(db, { params, body }, { caller, now }) {
    return openContent(db, caller, { ...params, clientType: body.clientType ?? 1 }, now)
  },
  async visitSubject(db, { params, body }, { caller, now }) {
    return visit(db, caller, { id: params.id, clientType: body.clientType ?? 1 }, now)
  },
  async chooseInterests(db, { body }, { caller, now }) {
    return chooseInterests(db, caller, body.topicIds, now)
  },
  async myInterests(db, _input, { caller }) {
    return listInterests(db, caller)
  },
  async countSubjectShare(db, { params }, { caller }) {
    await countShare(db, caller, params.id)
    return {}
  },

  async authoredSubjects(db, { query }, { caller }) {
    return listManaged(db, caller, query)
  },
  async createSubject(db, { body }, context) {
    return auditingNew(db, context, 'subject', () => createSubject(db, context.caller, body, context))
  },
  async editedSubject(db, { params }, { caller, language }) {
    return editedSubject(db, caller, params.id, language)
  },
  async changeSubject(db, { params: { id }, body }, context) {
    return auditing(db, context, { type: 'subject', id }, () =>
      changeSubject(db, context.caller, id, body, context.now),
    )
  },
  async changeStages(db, { params: { id }, body }, context) {
    return auditing(db, context, { type: 'subject', id }, () => changeStages(db, context.caller, id, body, context.now))
  },
  publishSubject: manage.publish,
  withdrawSubject: manage.withdraw,
  takeSubjectDown: manage.takeDown,
  discardSubjectChanges: manage.discard,
  deleteSubject: manage.remove,
  async previewSubject(db, { params: { id } }, { caller, language, now }) {
    await subjectLifecycle.getPreviewable(db, caller, id, now)
    return previewDetail(db, caller, id, language)
  },
  async subjectLearners(db, { params, query }, { caller }) {
    return listLearners(db, caller, params.id, query)
  },
}
