import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { authoringCalls } from '../../contract/authoring.ts'
import type { categoryCalls } from '../../contract/categories.ts'
import type { manySectionCalls } from '../../contract/many-sections.ts'
import { auditing, auditingNew } from '../audited.ts'
import { editedCourse, listCourses } from '../authoring/author-list.ts'
import { changeCategory, createCategory, deleteCategory, listCategories } from '../authoring/categories.ts'
import { changeChapter, createChapter, deleteChapter, orderCourse } from '../authoring/chapters.ts'
import { changeSections, deleteSections } from '../authoring/many-sections.ts'
import { changeCourse, createCourse } from '../authoring/metadata.ts'
import { searchPrerequisites } from '../authoring/prerequisites.ts'
import { authoredSection, changeSection, createSection, deleteSection, previewSection } from '../authoring/sections.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { setVersionMoves } from '../publishing/shelf.ts'
import { previewDetail } from '../study/details.ts'
import type { DB } from '../tables.ts'

const manage = lifecycleRoutes(courseLifecycle, { auditing }, 'course')
const course = (id: string) => ({ type: 'course', id }) as const
const category = (id: string) => ({ type: 'category', id }) as const

export const authoringRoutes: Routes<DB, typeof authoringCalls & typeof manySectionCalls & typeof categoryCalls> = {
  async categories(db, _input, { caller }) {
    const items = await listCategories(db, caller)
    return { items, recordCount: items.length }
  },
  async createCategory(db, { body }, { caller, now, audit }) {
    return auditingNew(db, { audit, caller }, 'category', () => createCategory(db, caller, body, now))
  },
  async changeCategory(db, { params, body }, { caller, audit }) {
    await auditing(db, { audit, caller }, category(params.id), () => changeCategory(db, caller, params.id, body))
    return {}
  },
  async deleteCategory(db, { params }, { caller, audit }) {
    await auditing(db, { audit, caller }, category(params.id), () => deleteCategory(db, caller, params.id))
    return {}
  },

  async authoredCourses(db, { query }, { caller }) {
    return listCourses(db, caller, query)
  },
  async createCourse(db, { body }, { caller, now, language, audit }) {
    return auditingNew(db, { audit, caller }, 'course', () => createCourse(db, caller, body, { now, language }))
  },
  async editedCourse(db, { params }, { caller }) {
    return editedCourse(db, caller, params.id)
  },
  async changeCourse(db, { params, body }, { caller, now, audit }) {
    const about = course(params.id)
    return auditing(db, { audit, caller }, about, () => changeCourse(db, caller, params.id, body, now))
  },
  deleteCourse: manage.remove,
  async publishCourse(db, { params, body: { revision, moveLearners = 'nobody' } }, context) {
    const prepare = () => setVersionMoves(db, params.id, moveLearners)
    return manage.publish(db, { params, body: { revision, prepare } }, context)
  },
  withdrawPublication: manage.withdraw,
  takeOffShelf: manage.takeDown,
  discardDraft: manage.discard,
  async previewCourse(db, { params }, { caller, now }) {
    await courseLifecycle.getPreviewable(db, caller, params.id, now)
    return previewDetail(db, caller, params.id)
  },
  async previewSection(db, { params }, { caller, now }) {
    return previewSection(db, caller, params, now)
  },
  async searchPrerequisites(db, { params, query }, { caller }) {
    await courseLifecycle.getEditable(db, caller, params.id)
    return { items: await searchPrerequisites(db, caller, params.id, query.search) }
  },
  async createChapter(db, { params, body }, { caller, now, audit }) {
    const about = course(params.id)
    return auditing(db, { audit, caller }, about, () => createChapter(db, caller, params.id, body, now))
  },
  async changeChapter(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => changeChapter(db, caller, params, body, now))
  },
  async deleteChapter(db, { params, query }, { caller, now, audit }) {
    const about = course(params.id)
    return auditing(db, { audit, caller }, about, () => deleteChapter(db, caller, params, query.revision, now))
  },
  async authoredSection(db, { params }, { caller }) {
    return authoredSection(db, caller, params)
  },
  async createSection(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => createSection(db, caller, params, body, now))
  },
  async changeSection(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => changeSection(db, caller, params, body, now))
  },
  async deleteSection(db, { params, query }, { caller, now, audit }) {
    const about = course(params.id)
    return auditing(db, { audit, caller }, about, () => deleteSection(db, caller, params, query.revision, now))
  },
  async changeSections(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => changeSections(db, caller, params.id, body, now))
  },
  async deleteSections(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => deleteSections(db, caller, params.id, body, now))
  },
  async orderCourse(db, { params, body }, { caller, now, audit }) {
    return auditing(db, { audit, caller }, course(params.id), () => orderCourse(db, caller, params.id, body, now))
  },
}
