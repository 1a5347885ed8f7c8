import type { Routes } from '#server/module.ts'
import type { courses } from '../contract.ts'
import { editedCourse, listAuthored } from './authored.ts'
import { recordBeat } from './beats.ts'
import { boardSummary, learnerOfCourse, listFollowed, listLearners } from './board.ts'
import { exportBoard } from './board-export.ts'
import { coursesByIds, listCatalogue, listMyCourses } from './cards.ts'
import { changeCategory, createCategory, deleteCategory, listCategories } from './categories.ts'
import { changeChapter, createChapter, deleteChapter, orderCourse } from './chapters.ts'
import { courseFile } from './contents.ts'
import { changeCourse, createCourse } from './course-fields.ts'
import { countShare, courseDetail, previewDetail, register } from './details.ts'
import { getEditable } from './drafts.ts'
import { startPlayback, visitLink } from './playbacks.ts'
import { publishCourse, withdrawPublication } from './publication.ts'
import { deleteCourse } from './recycling.ts'
import { authoredSection, changeSection, createSection, deleteSection, previewSection } from './sections.ts'
import { discardDraft, takeOffShelf } from './shelf.ts'
import { listStudyTime, studyHome, studyTimeOf } from './study-time.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof courses> = {
  async catalogue(db, { query }, { caller }) {
    return listCatalogue(db, caller, query)
  },
  async courseDetail(db, { params, query }, { caller }) {
    return courseDetail(db, caller, params.id, query.clientType ?? 1)
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
  async startPlayback(db, { params, body }, context) {
    const { id: courseId, sectionId } = params
    return startPlayback(db, { courseId, sectionId, clientType: body.clientType ?? 1 }, context)
  },
  async beat(db, { params, body }, context) {
    return recordBeat(db, { playbackId: params.id, ...body }, context)
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

  async categories(db, _input, { caller }) {
    const items = await listCategories(db, caller)
    return { items, recordCount: items.length }
  },
  async createCategory(db, { body }, { caller, now }) {
    return createCategory(db, caller, body, now)
  },
  async changeCategory(db, { params, body }, { caller }) {
    await changeCategory(db, caller, params.id, body)
    return {}
  },
  async deleteCategory(db, { params }, { caller }) {
    await deleteCategory(db, caller, params.id)
    return {}
  },

  async authoredCourses(db, { query }, { caller }) {
    return listAuthored(db, caller, query)
  },
  async createCourse(db, { body }, { caller, now, language }) {
    return createCourse(db, caller, body, { now, language })
  },
  async editedCourse(db, { params }, { caller }) {
    return editedCourse(db, caller, params.id)
  },
  async changeCourse(db, { params, body }, { caller, now }) {
    return changeCourse(db, caller, params.id, body, now)
  },
  async deleteCourse(db, { params }, { caller, now, audit }) {
    const { id, name } = await deleteCourse(db, caller, params.id, now)
    audit({ type: 'course', id, name })
    return {}
  },
  async publishCourse(db, { params, body }, { caller, now, language }) {
    return publishCourse(db, caller, params.id, body.revision, { now, language })
  },
  async withdrawPublication(db, { params }, { caller, now }) {
    return withdrawPublication(db, caller, params.id, now)
  },
  async takeOffShelf(db, { params }, { caller, now }) {
    return takeOffShelf(db, caller, params.id, now)
  },
  async discardDraft(db, { params, body }, { caller, now }) {
    return discardDraft(db, caller, params.id, body.revision, now)
  },
  async previewCourse(db, { params }, { caller }) {
    await getEditable(db, caller, params.id)
    return previewDetail(db, caller, params.id)
  },
  async previewSection(db, { params }, { caller, now }) {
    return previewSection(db, caller, params, now)
  },
  async createChapter(db, { params, body }, { caller, now }) {
    return createChapter(db, caller, params.id, body, now)
  },
  async changeChapter(db, { params, body }, { caller, now }) {
    return changeChapter(db, caller, params, body, now)
  },
  async deleteChapter(db, { params, query }, { caller, now }) {
    return deleteChapter(db, caller, params, query.revision, now)
  },
  async authoredSection(db, { params }, { caller }) {
    return authoredSection(db, caller, params)
  },
  async createSection(db, { params, body }, { caller, now }) {
    return createSection(db, caller, params, body, now)
  },
  async changeSection(db, { params, body }, { caller, now }) {
    return changeSection(db, caller, params, body, now)
  },
  async deleteSection(db, { params, query }, { caller, now }) {
    return deleteSection(db, caller, params, query.revision, now)
  },
  async orderCourse(db, { params, body }, { caller, now }) {
    return orderCourse(db, caller, params.id, body, now)
  },

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
