import type { Routes } from '#server/module.ts'
import type { albumCalls } from '../contract/album.ts'
import type { meetingCalls } from '../contract/meetings.ts'
import type { workspaceCalls } from '../contract/workspace.ts'
import { badges } from './badges/badges.ts'
import { addDiaryEntry, changeDiaryEntry, classDiary, removeDiaryEntry } from './diary.ts'
import { meetingConflicts } from './meeting-conflicts.ts'
import { addPhotos, classPhotos, keepPhoto, removePhoto, reportPhoto } from './photos.ts'
import { classCalendar, classSchedule } from './schedule.ts'
import { classGroups, classSeats, groupMembers } from './shared-plans.ts'
import type { DB } from './tables.ts'
import { changeGroups, changeSeats, splitIntoGroups, workspace } from './workspace.ts'

/** When and where a class meets, and how it works together. */
export const workspaceRoutes: Routes<DB, typeof meetingCalls & typeof workspaceCalls & typeof albumCalls> = {
  async classSchedule(db, { params }, { caller, now }) {
    return classSchedule(db, caller, params.id, now)
  },
  async classCalendar(db, { params }, context) {
    return classCalendar(db, context, params.id)
  },
  async meetingConflicts(db, { params, query }, { caller }) {
    return meetingConflicts(db, caller, params.id, query)
  },

  async classGroups(db, { params }, { caller, now }) {
    return classGroups(db, caller, params.id, now)
  },
  async groupMembers(db, { params, query }, { caller, now }) {
    return groupMembers(db, caller, params, query, now)
  },
  async classSeats(db, { params }, { caller, now }) {
    return classSeats(db, caller, params.id, now)
  },
  async workspace(db, { params }, { caller }) {
    return workspace(db, caller, params.id)
  },
  async changeGroups(db, { params, body }, { caller }) {
    return changeGroups(db, caller, params.id, body)
  },
  async splitIntoGroups(db, { params, body }, { caller }) {
    return splitIntoGroups(db, caller, params.id, body)
  },
  async changeSeats(db, { params, body }, { caller }) {
    return changeSeats(db, caller, params.id, body)
  },
  async badges(db, { params, query }, { caller }) {
    return badges(db, caller, params.id, query)
  },

  async classPhotos(db, { params, query }, { caller, now }) {
    return classPhotos(db, caller, params.id, query, now)
  },
  async addPhotos(db, { params, body }, { caller, now }) {
    return addPhotos(db, caller, params.id, body, now)
  },
  async reportPhoto(db, { params, body }, { caller, now }) {
    return reportPhoto(db, caller, params, body.reason, now)
  },
  async keepPhoto(db, { params }, { caller }) {
    return keepPhoto(db, caller, params)
  },
  async removePhoto(db, { params }, { caller, now }) {
    return removePhoto(db, caller, params, now)
  },
  async classDiary(db, { params, query }, { caller, now }) {
    return classDiary(db, caller, params.id, query, now)
  },
  async addDiaryEntry(db, { params, body }, { caller, now }) {
    return addDiaryEntry(db, caller, params.id, body, now)
  },
  async changeDiaryEntry(db, { params, body }, { caller, now }) {
    return changeDiaryEntry(db, caller, params, body, now)
  },
  async removeDiaryEntry(db, { params }, { caller }) {
    return removeDiaryEntry(db, caller, params)
  },
}
