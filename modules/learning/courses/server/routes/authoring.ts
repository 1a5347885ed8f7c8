import type { Routes } from '#server/module.ts'
import type { authoringCalls } from '../../contract/authoring.ts'
import type { categoryCalls } from '../../contract/categories.ts'
import { auditing, auditingNew } from '../audited.ts'
import { editedCourse, listAuthored } from '../authored.ts'
import { changeCategory, createCategory, deleteCategory, listCategories } from '../categories.ts'
import { changeChapter, createChapter, deleteChapter, orderCourse } from '../chapters.ts'
import { changeCourse, createCourse } from '../course-fields.ts'
import { previewDetail } from '../details.ts'
import { getEditable } from '../drafts.ts'
import { searchPrerequisites } from '../prerequisites.ts'
import { getPreviewable } from '../previews.ts'
import { publishCourse, withdrawPublication } from '../publication.ts'
import { deleteCourse } from '../recycling.ts'
import { authoredSection, changeSection, createSection, deleteSection, previewSection } from '../sections.ts'
import { discardDraft, takeOffShelf } from '../shelf.ts'
import type { DB } from '../tables.ts'

const course = (id: string, companyId: string) => ({ type: 'course', id, companyId }) as const
const category = (id: string, companyId: string) => ({ type: 'category', id, companyId }) as const

export const authoringRoutes: Routes<DB, typeof authoringCalls & typeof categoryCalls> = {
  async categories(db, _input, { caller }) {
    const items = await listCategories(db, caller)
    return { items, recordCount: items.length }
  },
  async createCategory(db, { body }, { caller, now, audit }) {
    const about = { type: 'category', companyId: caller.companyId } as const
    return auditingNew(db, audit, about, () => createCategory(db, caller, body, now))
  },
  async changeCategory(db, { params, body }, { caller, audit }) {
    await auditing(db, audit, category(params.id, caller.companyId), () => changeCategory(db, caller, params.id, body))
    return {}
  },
  async deleteCategory(db, { params }, { caller, audit }) {
    await auditing(db, audit, category(params.id, caller.companyId), () => deleteCategory(db, caller, params.id))
    return {}
  },

  async authoredCourses(db, { query }, { caller }) {
    return listAuthored(db, caller, query)
  },
  async createCourse(db, { body }, { caller, now, language, audit }) {
    const about = { type: 'course', companyId: caller.companyId } as const
    return auditingNew(db, audit, about, () => createCourse(db, caller, body, { now, language }))
  },
  async editedCourse(db, { params }, { caller }) {
    return editedCourse(db, caller, params.id)
  },
  async changeCourse(db, { params, body }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => changeCourse(db, caller, params.id, body, now))
  },
  async deleteCourse(db, { params }, { caller, now, audit }) {
    await auditing(db, audit, course(params.id, caller.companyId), () => deleteCourse(db, caller, params.id, now))
    return {}
  },
  async publishCourse(db, { params, body }, { caller, now, language, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => publishCourse(db, caller, params.id, body, { now, language }))
  },
  async withdrawPublication(db, { params }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => withdrawPublication(db, caller, params.id, now))
  },
  async takeOffShelf(db, { params }, { caller, now, audit }) {
    return auditing(db, audit, course(params.id, caller.companyId), () => takeOffShelf(db, caller, params.id, now))
  },
  async discardDraft(db, { params, body }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => discardDraft(db, caller, params.id, body.revision, now))
  },
  async previewCourse(db, { params }, { caller, now }) {
    await getPreviewable(db, caller, params.id, now)
    return previewDetail(db, caller, params.id)
  },
  async previewSection(db, { params }, { caller, now }) {
    return previewSection(db, caller, params, now)
  },
  async searchPrerequisites(db, { params, query }, { caller }) {
    await getEditable(db, caller, params.id)
    return { items: await searchPrerequisites(db, caller, params.id, query.search) }
  },
  async createChapter(db, { params, body }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => createChapter(db, caller, params.id, body, now))
  },
  async changeChapter(db, { params, body }, { caller, now, audit }) {
    return auditing(db, audit, course(params.id, caller.companyId), () => changeChapter(db, caller, params, body, now))
  },
  async deleteChapter(db, { params, query }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => deleteChapter(db, caller, params, query.revision, now))
  },
  async authoredSection(db, { params }, { caller }) {
    return authoredSection(db, caller, params)
  },
  async createSection(db, { params, body }, { caller, now, audit }) {
    return auditing(db, audit, course(params.id, caller.companyId), () => createSection(db, caller, params, body, now))
  },
  async changeSection(db, { params, body }, { caller, now, audit }) {
    return auditing(db, audit, course(params.id, caller.companyId), () => changeSection(db, caller, params, body, now))
  },
  async deleteSection(db, { params, query }, { caller, now, audit }) {
    const about = course(params.id, caller.companyId)
    return auditing(db, audit, about, () => deleteSection(db, caller, params, query.revision, now))
  },
  async orderCourse(db, { params, body }, { caller, now, audit }) {
    return auditing(db, audit, course(params.id, caller.companyId), () => orderCourse(db, caller, params.id, body, now))
  },
}
