import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Context, Routes } from '#server/module.ts'
import type { paths } from '../contract.ts'
import { auditing, auditingNew } from './audited.ts'
import {
  changeChannel,
  channelOfPosition,
  channelTree,
  createChannel,
  deleteChannel,
  listChannels,
} from './channels.ts'
import type { PathsDb } from './db.ts'
import { changeOutline, editedPath } from './editing.ts'
import { assignPath, myPaths, pathLearners } from './learners.ts'
import { basicInfo, chapterSectionInfo, findPoint } from './learning.ts'
import { changePath, createPath, listManaged } from './managed.ts'
import { pathLifecycle } from './path-lifecycle.ts'
import { learnAudit, sectionAudit } from './proofs.ts'
import { changeRules, simulatePath } from './rules.ts'
import { hasFinish, register, updateLessonLocation } from './studying.ts'
import type { DB } from './tables.ts'

const manage = lifecycleRoutes(pathLifecycle, { auditing }, 'learning-path')

/** Changes a path, keeps what was changed, and answers the path as it is now. */
async function changing(db: PathsDb, context: Context, id: string, change: () => Promise<unknown>) {
  await auditing(db, context, { type: 'learning-path', id }, change)
  return editedPath(db, context.caller, id)
}

export const routes: Routes<DB, typeof paths> = {
  async myPaths(db, { query }, { caller, now }) {
    return myPaths(db, caller, query, now)
  },
  async findBasicInfo(db, { query }, { caller, now }) {
    return basicInfo(db, caller, query.pageId, now)
  },
  async findChapterSectionInfo(db, { query }, { caller, now }) {
    return chapterSectionInfo(db, caller, query, now)
  },
  async findPoint(db, { params, query }, { caller, now }) {
    return findPoint(db, caller, params.pointId, query, now)
  },
  async registerForPath(db, { body }, { caller, now }) {
    await register(db, caller, body.pathId, now)
    return {}
  },
  async updateLessonLocation(db, { body }, { caller, now }) {
    return updateLessonLocation(db, caller, body, now)
  },
  async hasFinish(db, { query }, { caller, now }) {
    return hasFinish(db, caller, query.pageId, now)
  },
  async sectionAudit(db, { params }, { caller, now }) {
    return sectionAudit(db, caller, params.id, now)
  },
  async learnAudit(db, { params, body }, context) {
    return learnAudit(db, params.id, body, context)
  },

  async findMuchDepth(db, { query }, { caller }) {
    return { items: await channelTree(db, caller.companyId, query) }
  },
  async findByPosition(db, { query }, { caller }) {
    return channelOfPosition(db, caller.companyId, query.positionId)
  },
  async listChannels(db, _input, { caller }) {
    return { items: await listChannels(db, caller.companyId) }
  },
  async createChannel(db, { body }, context) {
    return auditingNew(db, context, 'position-channel', () => createChannel(db, context.caller, body, context.now))
  },
  async changeChannel(db, { params: { id }, body }, context) {
    return auditing(db, context, { type: 'position-channel', id }, () => changeChannel(db, context.caller, id, body))
  },
  async deleteChannel(db, { params: { id } }, context) {
    await auditing(db, context, { type: 'position-channel', id }, () => deleteChannel(db, context.caller, id))
    return {}
  },

  async managedPaths(db, { query }, { caller }) {
    return listManaged(db, caller, query)
  },
  async createPath(db, { body }, context) {
    return auditingNew(db, context, 'learning-path', () => createPath(db, context.caller, body, context.now))
  },
  async managedPath(db, { params }, { caller }) {
    return editedPath(db, caller, params.id)
  },
  async changePath(db, { params: { id }, body }, context) {
    return changing(db, context, id, () => changePath(db, context.caller, id, body, context.now))
  },
  async changeOutline(db, { params: { id }, body }, context) {
    return changing(db, context, id, () => changeOutline(db, context.caller, id, body, context.now))
  },
  async changeRules(db, { params: { id }, body }, context) {
    return changing(db, context, id, () => changeRules(db, context.caller, id, body, context.now))
  },
  async publishPath(db, { params }, context) {
    await manage.publish(db, { params, body: { revision: undefined } }, context)
    return editedPath(db, context.caller, params.id)
  },
  async takePathOffShelf(db, { params }, context) {
    await manage.takeDown(db, { params }, context)
    return editedPath(db, context.caller, params.id)
  },
  deletePath: manage.remove,
  async simulatePath(db, { params, query }, { caller, now }) {
    return simulatePath(db, caller, params.id, query, now)
  },
  async pathLearners(db, { params, query }, { caller }) {
    return pathLearners(db, caller, params.id, query)
  },
  async assignPath(db, { params: { id }, body }, context) {
    return auditing(db, context, { type: 'learning-path', id }, () =>
      assignPath(db, context.caller, id, body.memberIds, context.now),
    )
  },
}
