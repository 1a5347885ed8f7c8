import type { Routes } from '#server/module.ts'
import type { homework } from '../contract.ts'
import { newestArchive, startArchive } from './archives.ts'
import { saveDraft } from './drafts.ts'
import { handIn } from './handing-in.ts'
import { getHomework, ownHomework } from './learning.ts'
import { markHomework } from './marking.ts'
import { classHomework, homeworkMembers, memberHomework, nextHomework } from './members.ts'
import { changeRules, taskForStaff } from './rules.ts'
import type { DB } from './tables.ts'

const placeOf = ({ id, activityId }: { readonly id: string; readonly activityId: string }) => ({
  ...{ classId: id, activityId },
})

export const routes: Routes<DB, typeof homework> = {
  async ownHomework(db, { params }, { caller, now }) {
    return ownHomework(db, caller, params.id, now)
  },
  async homework(db, { params }, { caller, now }) {
    return getHomework(db, caller, placeOf(params), now)
  },
  async saveHomeworkDraft(db, { params, body }, { caller, now }) {
    return saveDraft(db, caller, placeOf(params), body, now)
  },
  async handInHomework(db, { params, body }, context) {
    return handIn(db, context, placeOf(params), body)
  },

  async classHomework(db, { params }, { caller, now }) {
    return classHomework(db, caller, params.id, now)
  },
  async homeworkTask(db, { params: { id, activityId } }, { caller }) {
    return taskForStaff(db, caller, id, activityId)
  },
  async changeHomeworkTask(db, { params, body }, { caller }) {
    return changeRules(db, caller, placeOf(params), body)
  },
  async homeworkMembers(db, { params, query }, { caller, now }) {
    return homeworkMembers(db, caller, placeOf(params), query, now)
  },
  async nextHomework(db, { params, query }, { caller }) {
    return nextHomework(db, caller, placeOf(params), query.without ?? [])
  },
  async memberHomework(db, { params }, { caller, now }) {
    return memberHomework(db, caller, { ...placeOf(params), memberId: params.memberId }, now)
  },
  async markHomework(db, input, context) {
    return markHomework(db, context, input)
  },
  async startHomeworkArchive(db, { params }, context) {
    return startArchive(db, context, placeOf(params))
  },
  async homeworkArchive(db, { params }, context) {
    return newestArchive(db, context, placeOf(params))
  },
}
