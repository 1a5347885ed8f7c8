import type { Routes } from '#server/module.ts'
import type { courses } from '../contract.ts'
import { boardSummary, learnerOfCourse, listFollowed, listLearners } from './board/board.ts'
import { exportBoard } from './board/board-export.ts'
import { activityRoutes } from './routes/activities.ts'
import { authoringRoutes } from './routes/authoring.ts'
import { proofRoutes } from './routes/proof.ts'
import { studyingRoutes } from './routes/studying.ts'
import { versionRoutes } from './routes/versions.ts'
import { countShare, courseDetail, register } from './study/details.ts'
import { recordHeartbeat } from './study/heartbeats.ts'
import { coursesByIds, listCatalogue, listMyCourses, listTaught } from './study/list-items.ts'
import { courseOffer, showInCourse } from './study/offer.ts'
import { contentAhead, previewFreeSection, startPlayback, visitLink } from './study/playbacks.ts'
import { confirmPresence } from './study/presence.ts'
import { courseFile } from './study/section-contents.ts'
import { listStudyTime, studyHome, studyTimeOf } from './study/study-time.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof courses> = {
  async catalogue(db, { query }, { caller, now }) {
    return listCatalogue(db, caller, query, now)
  },
  async taughtCourses(db, { query }, { caller }) {
    return listTaught(db, caller, query)
  },
  async courseDetail(db, { params, query }, { caller, now }) {
    return courseDetail(db, caller, params.id, query.clientType ?? 1, now)
  },
  async courseOffer(db, { params }, { caller }) {
    return courseOffer(db, caller, params.id)
  },
  async showInCourse(db, { params, body }, { caller }) {
    await showInCourse(db, caller, params.id, body.isShown)
    return {}
  },
  async freePreview(db, { params, query }, context) {
    const { id: courseId, sectionId } = params
    return previewFreeSection(db, { courseId, sectionId, clientType: query.clientType ?? 1 }, context)
  },
  async registerForCourse(db, { params }, { caller, now }) {
    return register(db, caller, params.id, now)
  },
  async myCourses(db, { query }, { caller }) {
    return listMyCourses(db, caller, query)
  },
  async studyHome(db, _input, { caller, now }) {
    return studyHome(db, caller, now)
  },
  async sectionContent(db, { params, query }, context) {
    const { id: courseId, sectionId } = params
    return contentAhead(db, { courseId, sectionId, clientType: query.clientType ?? 1 }, context)
  },
  async startPlayback(db, { params, body }, context) {
    const { id: courseId, sectionId } = params
    return startPlayback(db, { courseId, sectionId, clientType: body.clientType ?? 1 }, context)
  },
  async heartbeat(db, { params, body }, context) {
    return recordHeartbeat(db, { playbackId: params.id, ...body }, context)
  },
  async confirmPresence(db, { params, body }, context) {
    await confirmPresence(db, { playbackId: params.id, ...body }, context)
    return {}
  },
  async urlProgress(db, { body }, context) {
    const { courseId, sectionId, clientType = 1 } = body
    return visitLink(db, { courseId, sectionId, clientType }, context)
  },
  async courseFile(db, { params }, { caller, now }) {
    return courseFile(db, caller, params.id, now)
  },
  async countShare(db, { body }, { caller }) {
    await countShare(db, caller, body.courseId)
    return {}
  },
  async coursesByIds(db, { query }, { caller }) {
    return coursesByIds(db, caller, query.ids)
  },
  async coursesByManyIds(db, { body }, { caller }) {
    return coursesByIds(db, caller, body.ids)
  },
  async coursesOfIds(db, { body }, { caller }) {
    return coursesByIds(db, caller, body.ids)
  },
  async studyTimeOfMember(db, { query }, { caller }) {
    return studyTimeOf(db, caller.companyId, query.memberId ?? caller.memberId)
  },
  async studyTimeRecords(db, { query }, { caller }) {
    return listStudyTime(db, caller, query)
  },

  ...authoringRoutes,
  ...studyingRoutes,
  ...versionRoutes,
  ...proofRoutes,
  ...activityRoutes,

  async followedCourses(db, { query }, { caller }) {
    return listFollowed(db, caller, query)
  },
  async courseBoard(db, { params, query }, { caller }) {
    return listLearners(db, caller, params.courseId, query)
  },
  async courseBoardSummary(db, { params }, { caller }) {
    return boardSummary(db, caller, params.courseId)
  },
  async learnerOfCourse(db, { params }, { caller }) {
    return learnerOfCourse(db, caller, params.courseId, params.memberId)
  },
  async exportCourseBoard(db, { params, query }, context) {
    return exportBoard(db, params.courseId, query, context)
  },
}
