/** Notes, segments, captions, exercises and guided study. */
import { authoredExercises } from '#modules/assessment/exercises/server.ts'
import type { Routes } from '#server/module.ts'
import type { guidedCalls } from '../../contract/guided.ts'
import type { noteCalls } from '../../contract/notes.ts'
import type { segmentCalls } from '../../contract/segments.ts'
import { auditing } from '../audited.ts'
import { liveCards } from '../authoring/lives.ts'
import {
  changeNote,
  countPublicNotes,
  createNote,
  deleteNote,
  listOwnNotes,
  listPublicNotes,
  publicNoteMembers,
  withdrawNote,
} from '../notes/notes.ts'
import { exportNotes } from '../notes/notes-export.ts'
import { getSectionOf, getSectionReader } from '../study/readers.ts'
import type { DB } from '../tables.ts'
import { captionsOfSection, deleteCaption, readCaption, saveCaption } from '../video/captions.ts'
import { exercisesIn, exercisesOfSection, saveExercisesOfSection } from '../video/exercises.ts'
import { guideInfo, guideRecord, guideStatus, scoreCourse } from '../video/guided-study.ts'
import {
  answerQuestion,
  deleteQuestion,
  listLearnerQuestions,
  listQuestions,
  saveQuestion,
} from '../video/questions.ts'
import { getVideo, knowledgeByIds, listSegments, saveSegments, segmentsOfSection } from '../video/segments.ts'

const course = (id: string) => ({ type: 'course', id }) as const

export const studyingRoutes: Routes<DB, typeof noteCalls & typeof segmentCalls & typeof guidedCalls> = {
  async courseNotes(db, { query }, { caller }) {
    return listOwnNotes(db, caller, query)
  },
  async courseNotesPublic(db, { query }, { caller, now }) {
    return listPublicNotes(db, caller, query, now)
  },
  async courseNotesPublicCount(db, { query }, { caller, now }) {
    return countPublicNotes(db, caller, query.courseId, now)
  },
  async courseNotesPublicMembers(db, { query }, { caller, now }) {
    return publicNoteMembers(db, caller, query.courseId, now)
  },
  async createNote(db, { body }, context) {
    return createNote(db, body, context)
  },
  async changeNote(db, { params, body }, context) {
    await changeNote(db, params.noteId, body, context)
    return {}
  },
  async deleteNote(db, { params }, context) {
    await deleteNote(db, params.noteId, context)
    return {}
  },
  async exportNotes(db, { query }, context) {
    return exportNotes(db, query.courseId, context)
  },
  async withdrawNote(db, { params }, context) {
    await withdrawNote(db, params.noteId, context)
    return {}
  },

  async segments(db, { query }, { caller }) {
    return listSegments(db, caller, query)
  },
  async knowledgeByIds(db, { query }, { caller }) {
    return knowledgeByIds(db, caller, query.ids)
  },
  async sectionTimedContent(db, { params }, { caller, now }) {
    const course = await getSectionReader(db, caller, params.id, params.sectionId, now)
    const section = await getSectionOf(db, course, params.sectionId)
    return {
      segments: await segmentsOfSection(db, params.id, section.id),
      captions: await captionsOfSection(db, params.id, section.id),
      // Exercises stop the video until they are answered, and answers are a learner's.
      exercises: course.isLearner ? await exercisesOfSection(db, caller, params.id, section.id) : [],
    }
  },
  async caption(db, { params }, { caller, now }) {
    return readCaption(db, caller, params, now)
  },
  async authoredTimedContent(db, { params }, { caller }) {
    const { length } = await getVideo(db, caller, params, false)
    return {
      length,
      segments: await segmentsOfSection(db, params.id, params.sectionId),
      captions: await captionsOfSection(db, params.id, params.sectionId),
      exercises: await authoredExercises(db, exercisesIn(caller.companyId, params.id, [params.sectionId])),
    }
  },
  async saveSegments(db, { params, body }, { caller, audit }) {
    await auditing(db, { audit, caller }, course(params.id), () => saveSegments(db, caller, params, body.segments))
    return {}
  },
  async saveCaption(db, { params, body }, context) {
    const about = course(params.id)
    return auditing(db, context, about, () => saveCaption(db, params, body, context))
  },
  async deleteCaption(db, { params }, { caller, audit }) {
    await auditing(db, { audit, caller }, course(params.id), () => deleteCaption(db, caller, params))
    return {}
  },
  async saveExercises(db, { params, body }, context) {
    const about = course(params.id)
    await auditing(db, context, about, () => saveExercisesOfSection(db, params, body.exercises, context))
    return {}
  },

  async guideStudyInfo(db, { query }, { caller }) {
    return guideInfo(db, caller, query.courseId)
  },
  async barrageQuestions(db, { query }, { caller, now }) {
    return listQuestions(db, caller, query, now)
  },
  async guideStatus(db, { query }, { caller }) {
    return guideStatus(db, caller, query.courseId)
  },
  async guideRecord(db, { query }, { caller }) {
    return guideRecord(db, caller, query.courseId)
  },
  async saveBarrageQuestion(db, { body }, context) {
    return saveQuestion(db, body, context)
  },
  async learnerQuestions(db, { query }, { caller }) {
    return listLearnerQuestions(db, caller, query)
  },
  async answerBarrageQuestion(db, { params, body }, context) {
    await answerQuestion(db, params.id, body, context)
    return {}
  },
  async deleteBarrageQuestion(db, { params }, { caller }) {
    await deleteQuestion(db, caller, params.id)
    return {}
  },
  async scoreCourse(db, { body }, context) {
    await scoreCourse(db, body, context)
    return {}
  },
  async livesByIds(db, { query }, context) {
    return liveCards(db, context.caller, query.ids, context)
  },
}
