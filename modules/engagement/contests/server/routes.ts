import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { contests } from '../contract.ts'
import { assignReviewers, listAssignments, removeAssignments } from './assigning.ts'
import { auditedContests } from './audit.ts'
import { contestLifecycle } from './contest-lifecycle.ts'
import { runContest } from './contest-record.ts'
import { contestsByIds, getContest, listContests, recommendedContests } from './contests.ts'
import { exportRanking } from './export.ts'
import { handIn, handInVersion, withdrawWork } from './handing-in.ts'
import {
  changeContest,
  createContest,
  editedContest,
  listManagedContests,
  recommendContest,
} from './managed-contests.ts'
import { advanceWorks, excludeWork, listManagedWorks, listVotes, recommendWork, voidVotes } from './managed-works.ts'
import { listRanking } from './ranking.ts'
import { contestResults, publishResults, setAwards, takeBackAward } from './results.ts'
import { getReview, listReviews, scoreWork } from './reviewing.ts'
import type { DB } from './tables.ts'
import { vote } from './voting.ts'
import { getWork, listWorks } from './works.ts'

const { auditing, auditingNew } = auditedContests
const manage = lifecycleRoutes(contestLifecycle, auditedContests, 'contest')

export const routes: Routes<DB, typeof contests> = {
  async contests(db, { query }, { caller, now }) {
    return listContests(db, caller, query, now)
  },
  async contestsByIds(db, { query }, { caller, now }) {
    return contestsByIds(db, caller, query.ids, now)
  },
  async recommendedContests(db, _, { caller, now }) {
    return recommendedContests(db, caller, now)
  },
  async contest(db, { params }, { caller, now }) {
    return getContest(db, caller, params.id, now)
  },
  async works(db, { params, query }, { caller, now }) {
    return listWorks(db, caller, params.id, query, now)
  },
  async work(db, { params }, { caller, now }) {
    return getWork(db, caller, params.id, now)
  },
  async handIn(db, { params, body }, { caller, now }) {
    return handIn(db, caller, params.id, body, now)
  },
  async handInVersion(db, { params, body }, { caller, now }) {
    return handInVersion(db, caller, params.id, body, now)
  },
  async withdrawWork(db, { params }, { caller, now }) {
    return withdrawWork(db, caller, params.id, now)
  },
  async vote(db, { params }, { caller, ip, now }) {
    return vote(db, caller, params.id, { ip, now })
  },
  async contestResults(db, { params, query }, { caller }) {
    return contestResults(db, caller, params.id, query)
  },

  async contestReviews(db, { query }, { caller, now }) {
    return listReviews(db, caller, query, now)
  },
  async contestReview(db, { params }, { caller, now }) {
    return getReview(db, caller, params.id, now)
  },
  async scoreWork(db, { params, body }, { caller, now }) {
    return scoreWork(db, caller, params.id, body, now)
  },

  async managedContests(db, { query }, { caller, now }) {
    return listManagedContests(db, caller, query, now)
  },
  async createContest(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'contest', () => createContest(db, caller, body, now))
  },
  async editedContest(db, { params }, { caller, now }) {
    return editedContest(db, caller, params.id, now)
  },
  async changeContest(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => changeContest(db, caller, id, body, now))
  },
  publishContest: manage.publish,
  takeDownContest: manage.takeDown,
  deleteContest: manage.remove,
  async recommendContest(db, { params: { id }, body }, context) {
    const { caller, now } = context
    const change = () => recommendContest(db, caller, id, body.isRecommended, now)
    return auditing(db, context, { type: 'contest', id }, change)
  },
  async managedWorks(db, { params, query }, { caller }) {
    return listManagedWorks(db, caller, params.id, query)
  },
  async recommendWork(db, { params, body }, context) {
    const { caller, now } = context
    const change = () => recommendWork(db, caller, params, { ...body, now })
    await auditing(db, context, { type: 'contest', id: params.id }, change)
    return {}
  },
  async excludeWork(db, { params, body }, context) {
    const { caller, now } = context
    const change = () => excludeWork(db, caller, params, { ...body, now })
    await auditing(db, context, { type: 'contest', id: params.id }, change)
    return {}
  },
  async advanceWorks(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => advanceWorks(db, caller, id, body, now))
  },
  async assignments(db, { params, query }, { caller, now }) {
    return listAssignments(db, caller, params.id, query, now)
  },
  async assignReviewers(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => assignReviewers(db, caller, id, body, now))
  },
  async removeAssignments(db, { params: { id }, body }, context) {
    const change = () => removeAssignments(db, context.caller, id, body.assignmentIds)
    return auditing(db, context, { type: 'contest', id }, change)
  },
  async managedVotes(db, { params, query }, { caller }) {
    return listVotes(db, caller, params.id, query)
  },
  async voidVotes(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => voidVotes(db, caller, id, body, now))
  },
  async ranking(db, { params, query }, { caller }) {
    return listRanking(db, caller, await runContest(db, caller, params.id), { ...query, isMixed: true })
  },
  async setAwards(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => setAwards(db, caller, id, body.winners, now))
  },
  async publishResults(db, { params: { id } }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'contest', id }, () => publishResults(db, caller, id, now))
  },
  async takeBackAward(db, { params, body }, context) {
    const { caller, now } = context
    const change = () => takeBackAward(db, caller, params, { ...body, now })
    await auditing(db, context, { type: 'contest', id: params.id }, change)
    return {}
  },
  async exportRanking(db, { params, query }, context) {
    return exportRanking(db, params.id, query.round, context)
  },
}
