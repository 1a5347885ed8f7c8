/** Binds the calls of circles. */
import type { Routes } from '#server/module.ts'
import type { circleCalls } from '../contract/circles.ts'
import {
  announce,
  changeAnnouncement,
  listAnnouncements,
  listReaders,
  pinAnnouncement,
  readAnnouncement,
  remind,
  removeAnnouncement,
} from './circle-announcements.ts'
import { circleContents, circleContentsById } from './circle-contents.ts'
import { decideRequest, joinCircle, leaveCircle, listRequests, markSeen } from './circle-joining.ts'
import { circleFigures, exportCircleFigures } from './circle-report.ts'
import {
  addCircleMembers,
  changeCircle,
  changeCircleRole,
  createCircle,
  dissolveCircle,
  listCircleMembers,
  removeCircleMember,
} from './circle-running.ts'
import { highlightShare, pinShare, removeShare, shareChoices, shareIntoCircles } from './circle-sharing.ts'
import { getCircle, listCircles, listHottest, listOwnCircles, listRecommended, recommendOne } from './circles.ts'
import type { DB } from './tables.ts'

export const circleRoutes: Routes<DB, typeof circleCalls> = {
  async circles(db, { query }, { caller }) {
    return listCircles(db, caller, query)
  },
  async ownCircles(db, { query }, { caller }) {
    return listOwnCircles(db, caller, query)
  },
  async hottestCircles(db, _input, { caller }) {
    return listHottest(db, caller)
  },
  async recommendedCircles(db, { query }, { caller }) {
    return listRecommended(db, caller, query.n)
  },
  async recommendedCircle(db, _input, { caller }) {
    return recommendOne(db, caller)
  },
  async circle(db, { params }, { caller }) {
    return getCircle(db, caller, params.id)
  },
  async joinCircle(db, { body }, { caller, now }) {
    return joinCircle(db, caller, body, now)
  },
  async leaveCircle(db, { params }, { caller, now }) {
    await leaveCircle(db, caller, params.id, now)
    return {}
  },
  async seenCircle(db, { params }, { caller, now }) {
    await markSeen(db, caller, params.id, now)
    return {}
  },
  async createCircle(db, { body }, { caller, now }) {
    return { id: await createCircle(db, caller, body, now) }
  },
  async changeCircle(db, { params, body }, { caller, now }) {
    await changeCircle(db, caller, { ...params, ...body }, now)
    return {}
  },
  async dissolveCircle(db, { params }, { caller, now }) {
    await dissolveCircle(db, caller, params.id, now)
    return {}
  },
  async circleMembers(db, { params, query }, { caller }) {
    return listCircleMembers(db, caller, params.id, query)
  },
  async addCircleMembers(db, { params, body }, { caller, now }) {
    await addCircleMembers(db, caller, { ...params, ...body }, now)
    return {}
  },
  async changeCircleRole(db, { params, body }, { caller }) {
    await changeCircleRole(db, caller, params.id, body)
    return {}
  },
  async removeCircleMember(db, { params, body }, { caller, now }) {
    await removeCircleMember(db, caller, { ...params, ...body }, now)
    return {}
  },
  async joinRequests(db, { params, query }, { caller }) {
    return listRequests(db, caller, params.id, query)
  },
  async decideJoinRequest(db, { params, body }, { caller, now }) {
    await decideRequest(db, caller, { ...params, ...body }, now)
    return {}
  },
  async circleContents(db, { params, query }, { caller, language }) {
    return circleContents(db, { caller, language }, params.id, query)
  },
  async circleContentsById(db, { query }, { caller, language }) {
    return circleContentsById(db, { caller, language }, query.ids.split(','))
  },
  async pinInCircle(db, { params, body }, { caller, now }) {
    await pinShare(db, caller, { ...params, ...body }, now)
    return {}
  },
  async highlightInCircle(db, { params, body }, { caller, now }) {
    await highlightShare(db, caller, { ...params, ...body }, now)
    return {}
  },
  async removeFromCircle(db, { params, body }, { caller, now }) {
    await removeShare(db, caller, { ...params, ...body }, now)
    return {}
  },
  async shareChoices(db, { query }, { caller }) {
    return shareChoices(db, caller, query)
  },
  async shareIntoCircles(db, { body }, { caller, now }) {
    await shareIntoCircles(db, caller, body, now)
    return {}
  },
  async circleAnnouncements(db, { params, query }, { caller }) {
    return listAnnouncements(db, caller, params.id, query)
  },
  async announceInCircle(db, { params, body }, { caller, now }) {
    return { id: await announce(db, caller, params.id, body, now) }
  },
  async changeCircleAnnouncement(db, { params, body }, { caller, now }) {
    await changeAnnouncement(db, caller, { ...params, ...body }, now)
    return {}
  },
  async removeCircleAnnouncement(db, { params }, { caller }) {
    await removeAnnouncement(db, caller, params.id)
    return {}
  },
  async pinCircleAnnouncement(db, { params, body }, { caller, now }) {
    await pinAnnouncement(db, caller, { ...params, ...body }, now)
    return {}
  },
  async readCircleAnnouncement(db, { params }, { caller, now }) {
    await readAnnouncement(db, caller, params.id, now)
    return {}
  },
  async announcementReaders(db, { params, query }, { caller }) {
    return listReaders(db, caller, params.id, query)
  },
  async circleFigures(db, { params, query }, { caller, now }) {
    const { total, items } = await circleFigures(db, caller, params.id, query, now)
    return { total, items }
  },
  async exportCircleFigures(db, { params, query }, context) {
    return exportCircleFigures(db, params.id, query, context)
  },
  async remindOfAnnouncement(db, { params }, { caller, now }) {
    await remind(db, caller, params.id, now)
    return {}
  },
}
