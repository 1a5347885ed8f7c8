/** Versions of homework as a kind of submissions: participants hand in, those who run the class decide. */
import { sql } from 'kysely'
import { type ErrorCode, refuse } from '#kit/errors.ts'
import type { SubmissionKind } from '#modules/content/submissions/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { CLASS_CLOSED, NO_PARTICIPANT, NOT_RELEASED } from '#modules/training/classes/contract.ts'
import {
  classTable,
  enterClass,
  findClass,
  hasActivitySql,
  noteStarted,
  type PlacedClass,
  runsOpenClassSql,
  takesPartSql,
} from '#modules/training/classes/server.ts'
import {
  HOMEWORK_DONE,
  HOMEWORK_FILE,
  HOMEWORK_OVERDUE,
  HOMEWORK_WAITING,
  VERSIONS_USED_UP,
} from '../contract/codes.ts'
import type { handInObstacles } from '../contract/learning.ts'
import { homeworkTables } from './db.ts'
import { dropDraft } from './drafts.ts'
import { findMark } from './marks.ts'
import { getTask, rulesOf, type Task } from './rules.ts'
import { findWork, isLate, noteDecided, noteHandedIn, obstacleOf, standingOf } from './works.ts'

interface Opened {
  readonly title: string
  readonly found: PlacedClass
  readonly task: Task
}

const refusalOf: Readonly<Record<(typeof handInObstacles)[number], ErrorCode>> = {
  staff: NO_PARTICIPANT,
  closed: CLASS_CLOSED,
  waiting: HOMEWORK_WAITING,
  done: HOMEWORK_DONE,
  'used-up': VERSIONS_USED_UP,
  overdue: HOMEWORK_OVERDUE,
}

const classType = 6

export const homeworkSubmissions: SubmissionKind<Opened, { version: number; isLate: boolean }> = {
  key: 'homework',
  label: { cn: '培训班作业', en: 'Homework' },
  businessType: classType,
  reviewLink: '/admin/classes/',
  reviewLinkEnd: '/homework',
  memberLinkSql: sql<string>`'/train-new/class/' || s.subject_id || '/homework/' || s.part_id`,
  isOpenSql: () => sql<boolean>`(subject.status = 'on-shelf' and subject.closed_at is null
    and ${takesPartSql('subject', sql.ref('s.member_id'))})`,
  subjects: classTable,
  isPresentSql: hasActivitySql('subject', sql.ref('s.part_id')),
  reviewsSql: (caller) =>
    sql`(${runsOpenClassSql(caller, 'subject')} and ${takesPartSql('subject', sql.ref('s.member_id'))})`,
  refusals: { waiting: HOMEWORK_WAITING, file: HOMEWORK_FILE },

  async assertOpen(connection, { subjectId, partId }, { caller, now }) {
    const db = homeworkTables(connection)
    const { found, isParticipant } = await enterClass(connection, caller, subjectId, now, { forEdit: true })
    const task = await getTask(db, found, partId)
    if (task.releasedAt > now) throw refuse(NOT_RELEASED, { opensAt: task.releasedAt })
    const rules = (await rulesOf(db, [partId]))(partId)
    const work = await findWork(db, caller.companyId, partId, caller.memberId)
    const standing = standingOf(work, task.dueAt)
    const obstacle = obstacleOf(standing, { ...rules, dueAt: task.dueAt, isClosed: false, isParticipant }, now)
    if (obstacle)
      throw refuse(refusalOf[obstacle], { state: standing.state, max: rules.versionsMax, dueAt: task.dueAt })
    return { title: task.title, found, task }
  },

  async submitted(connection, submission, { found, task }, { caller, now }) {
    const db = homeworkTables(connection)
    const { companyId, memberId } = caller
    const place = { activityId: submission.partId, memberId, classId: found.id, companyId }
    const { versions, firstAt } = await noteHandedIn(db, { ...place, submissionId: submission.id, now })
    await noteStarted(connection, { classId: found.id, memberId, now })
    await dropDraft(db, submission.partId, memberId)
    const staff = [...new Set([...found.managerIds, ...found.teacherIds])]
    await notify(connection, {
      type: 'homework.handed-in',
      companyId,
      recipients: staff.length > 0 ? staff : [found.authorId],
      variables: { class: found.name, homework: task.title },
      link: `/admin/classes/${found.id}/homework`,
      collapseKey: `homework ${task.id}`,
      now,
    })
    return { version: versions, isLate: isLate(firstAt, task.dueAt) }
  },

  /** A version that is accepted without a mark, as the shared list of reviews allows, is enough. */
  async decided(connection, { id, companyId, memberId, subjectId, partId, title }, { isAccepted, opinion }, now) {
    const db = homeworkTables(connection)
    const tenths = (await findMark(db, id))?.tenths ?? null
    const { passTenths } = (await rulesOf(db, [partId]))(partId)
    const isPassed = passTenths === null || tenths === null || tenths >= passTenths
    await noteDecided(db, { activityId: partId, memberId, submissionId: id, isAccepted, tenths, isPassed })
    const found = await findClass(connection, { id: subjectId, companyId })
    await notify(connection, {
      type: isAccepted ? 'homework.marked' : 'homework.returned',
      companyId,
      recipients: [memberId],
      variables: { class: found?.name ?? '', homework: title, comment: opinion },
      link: `/train-new/class/${subjectId}/homework/${partId}`,
      now,
    })
  },
}
