/** The decision about a version: a mark, a correction of it, or a return. */
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { decide } from '#modules/content/submissions/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { Context } from '#server/module.ts'
import { MARK_DOES_NOT_FIT, VERSION_DECIDED } from '../contract/codes.ts'
import type { TaskRules } from '../contract/shapes.ts'
import type { homework } from '../contract.ts'
import type { HomeworkDb } from './db.ts'
import { type GivenMark, markOf, storeMark } from './marks.ts'
import { getTask, rulesOf } from './rules.ts'
import { findWork, noteDecided } from './works.ts'

type Marked = Input<typeof homework.markHomework>

const isEnough = ({ passTenths }: TaskRules, tenths: number | null) =>
  passTenths === null || (tenths ?? 0) >= passTenths

/** Of two who decide at the same time the first one does; the other one is refused. */
export async function markHomework(db: HomeworkDb, context: Context, { params, body }: Marked) {
  const { caller } = context
  const { companyId } = caller
  const { id: classId, activityId, memberId } = params
  const { submissionId, decision } = body
  const comment = body.comment.trim()
  const isReturned = decision === 'return'
  const found = await runClass(db, caller, classId, { forEdit: true })
  const task = await getTask(db, found, activityId)
  const rules = (await rulesOf(db, [activityId]))(activityId)
  const work = await findWork(db, companyId, activityId, memberId)
  if (!work) throw refuse(NOT_FOUND)
  if (isReturned && comment === '')
    throw refuse(INVALID_INPUT, { fields: [{ path: 'comment', rule: 'required', message: 'is needed to return' }] })
  const mark = markOf(rules, body, isReturned)
  if (!mark) throw refuse(MARK_DOES_NOT_FIT, { maxTenths: rules.maxTenths })
  const isCorrection = work.state === 'marked' && !isReturned
  if (work.submissionId !== submissionId || (work.state !== 'waiting' && !isCorrection))
    throw refuse(VERSION_DECIDED, { state: work.state })
  const given = { levels: body.levels, tenths: mark.tenths, comment }
  const place = { submissionId, activityId, memberId, companyId }
  await assertClean(db, companyId, { comment })
  await storeMark(db, place, rules, given)
  if (isCorrection)
    await correct(db, context, { ...place, classId, className: found.name, title: task.title }, rules, given)
  else await decide(db, submissionId, { isAccepted: !isReturned, opinion: comment }, context, VERSION_DECIDED)
  return {}
}

interface Corrected {
  readonly submissionId: string
  readonly activityId: string
  readonly memberId: string
  readonly companyId: string
  readonly classId: string
  readonly className: string
  readonly title: string
}

async function correct(
  db: HomeworkDb,
  { now }: Context,
  { className, title, ...place }: Corrected,
  rules: TaskRules,
  { tenths, comment }: GivenMark,
): Promise<void> {
  const isPassed = isEnough(rules, tenths)
  const isNewest = await noteDecided(db, { ...place, isAccepted: true, tenths, isPassed })
  if (!isNewest) throw refuse(VERSION_DECIDED, { state: 'waiting' })
  await notify(db, {
    type: 'homework.marked',
    companyId: place.companyId,
    recipients: [place.memberId],
    variables: { class: className, homework: title, comment },
    link: `/train-new/class/${place.classId}/homework/${place.activityId}`,
    now,
  })
}
