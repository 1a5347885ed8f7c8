import type { Routes } from '#server/module.ts'
import type { pushes } from '../contract.ts'
import { changePush, copyPush, createPush, deletePush, sizeOfAudience } from './drafts.ts'
import { exportPush, exportTeam } from './exports.ts'
import { sentToLearners, urgeLearners } from './learner-urges.ts'
import { listMembers, pushDetail } from './members.ts'
import { extendPush, publishPush, retryPush, revokePush } from './publication.ts'
import { listOwnTasks, listRecords, ownPush, pushesByIds } from './records.ts'
import { listPushes, ownSql } from './rows.ts'
import { pushPeople, pushScope } from './scope.ts'
import type { DB } from './tables.ts'
import { followedMember, listTeam, listTeams, teamSummary } from './team.ts'
import { listUrges, urgeItems, urgePush } from './urges.ts'

export const routes: Routes<DB, typeof pushes> = {
  async pushScope(db, _input, { caller }) {
    return pushScope(db, caller)
  },
  async pushPeople(db, { query }, { caller }) {
    return pushPeople(db, caller, query.search)
  },
  async audienceSize(db, { body }, { caller }) {
    return { count: await sizeOfAudience(db, caller, body) }
  },
  async listPushes(db, { query }, { caller, now }) {
    return listPushes(db, caller, query, now)
  },
  async createPush(db, { body }, { caller, now }) {
    return { id: await createPush(db, caller, body, now) }
  },
  async changePush(db, { params, body }, { caller, now }) {
    await changePush(db, caller, params.id, body, now)
    return pushDetail(db, caller, params.id, now)
  },
  async publishPush(db, { params }, { caller, now }) {
    await publishPush(db, caller, params.id, now)
    return pushDetail(db, caller, params.id, now)
  },
  async extendPush(db, { params, body }, { caller, now }) {
    await extendPush(db, caller, params.id, body, now)
    return pushDetail(db, caller, params.id, now)
  },
  async retryPush(db, { params }, { caller, now }) {
    await retryPush(db, caller, params.id, now)
    return pushDetail(db, caller, params.id, now)
  },
  async revokePush(db, { params, body }, { caller, now }) {
    await revokePush(db, caller, params.id, body.reason, now)
    return pushDetail(db, caller, params.id, now)
  },
  async copyPush(db, { params }, { caller, now }) {
    return { id: await copyPush(db, caller, params.id, now) }
  },
  async deletePush(db, { params }, { caller, now }) {
    await deletePush(db, caller, params.id, now)
    return {}
  },
  async pushDetail(db, { params }, { caller, now }) {
    return pushDetail(db, caller, params.id, now)
  },
  async pushMembers(db, { params, query }, { caller, now }) {
    return listMembers(db, caller, params.id, query, now)
  },
  async exportPush(db, { params, query }, context) {
    return exportPush(db, params.id, query, context)
  },

  async ownPushes(db, { query }, { caller, now }) {
    return listOwnTasks(db, caller, query, now)
  },
  async ownPush(db, { params }, { caller, now }) {
    return ownPush(db, caller, params.id, now)
  },
  async pushRecords(db, { query }, { caller }) {
    return listRecords(db, caller, query)
  },
  async pushesByIds(db, { query }, { caller, now }) {
    return pushesByIds(db, caller, query.ids, { own: ownSql(caller), now })
  },

  async urgeItems(db, { body }, { caller, now }) {
    return urgeItems(db, caller, body, now)
  },
  async urgePush(db, { params, body }, { caller, now }) {
    return urgePush(db, caller, params.id, body, now)
  },
  async urgeLearners(db, { params, body }, context) {
    return urgeLearners(db, params.courseId, body, context)
  },
  async sentToLearners(db, { params, query }, context) {
    return sentToLearners(db, params.courseId, query, context)
  },
  async urges(db, { query }, { caller }) {
    return listUrges(db, caller, query)
  },

  async teams(db, _input, { caller }) {
    return listTeams(db, caller)
  },
  async teamSummary(db, { params, query }, { caller, now }) {
    return teamSummary(db, caller, params.id, query.period ?? 30, now)
  },
  async teamMembers(db, { params, query }, { caller, now }) {
    return listTeam(db, caller, params.id, query, now)
  },
  async exportTeam(db, { params, query }, context) {
    return exportTeam(db, params.id, query, context)
  },
  async followedMember(db, { params }, { caller, now }) {
    return followedMember(db, caller, params.memberId, now)
  },
}
