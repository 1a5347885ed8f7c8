/** Homework as participants meet it. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { submissionHistory } from '#modules/content/submissions/server.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import { NOT_RELEASED } from '#modules/training/classes/contract.ts'
import { activitiesOfKind, enterClass } from '#modules/training/classes/server.ts'
import type { Homework, HomeworkItem } from '../contract/learning.ts'
import type { HomeworkDb } from './db.ts'
import { findDraft } from './drafts.ts'
import { withMarks } from './marks.ts'
import { getTask, rulesOf } from './rules.ts'
import { findWork, obstacleOf, standingOf, worksOf } from './works.ts'

const addressSeconds = 3600

export async function ownHomework(
  db: HomeworkDb,
  caller: Caller,
  classId: string,
  now: number,
): Promise<HomeworkItem[]> {
  const { found, isStaff } = await enterClass(db, caller, classId, now)
  const tasks = await activitiesOfKind(db, found, 'homework')
  const activityIds = tasks.map(({ id }) => id)
  const rules = await rulesOf(db, activityIds)
  const works = await worksOf(db, caller.companyId, { activityIds, memberIds: [caller.memberId] })
  const workOf = new Map(works.map((one) => [one.activityId, one]))
  return tasks.map(({ id, title, releasedAt, dueAt, isRequired }) => ({
    ...{ activityId: id, name: title, opensAt: releasedAt || null, dueAt, isRequired },
    ...{ isReleased: isStaff || releasedAt <= now, maxTenths: rules(id).maxTenths },
    ...standingOf(workOf.get(id), dueAt),
  }))
}

export async function getHomework(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
  now: number,
): Promise<Homework> {
  const { found, isStaff, isParticipant } = await enterClass(db, caller, classId, now)
  const { title, text, fileIds, dueAt, releasedAt } = await getTask(db, found, activityId)
  if (releasedAt > now && !isStaff) throw refuse(NOT_RELEASED, { opensAt: releasedAt })
  const { companyId, memberId } = caller
  const rules = (await rulesOf(db, [activityId]))(activityId)
  const standing = standingOf(await findWork(db, companyId, activityId, memberId), dueAt)
  const part = { kind: 'homework', subjectId: classId, partId: activityId, memberId }
  const history = await withMarks(db, await submissionHistory(db, caller, part, now), dueAt)
  const grant = { companyId, memberId, seconds: addressSeconds, now }
  const draft = await findDraft(db, activityId, memberId)
  const [files, draftFiles] = [await grantFiles(db, grant, fileIds), await grantFiles(db, grant, draft?.fileIds ?? [])]
  const isClosed = found.closedAt !== null
  return {
    ...{ activityId, name: title, opensAt: releasedAt || null, dueAt, className: found.name, text, history },
    files,
    ...{ ...rules, ...standing },
    obstacle: obstacleOf(standing, { ...rules, dueAt, isClosed, isParticipant }, now),
    draft: draft ? { text: draft.text, savedAt: draft.savedAt, files: draftFiles } : null,
  }
}
