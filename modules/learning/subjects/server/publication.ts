/**
 * Publishing a subject: at once, or by an application where approval is switched on for the subject's organization. The
 * application is always locked before the subject, by whoever decides as by us: two at once never wait in a circle.
 */
import type { Caller, Language } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import {
  apply,
  approvalSubject,
  isApprovalOn,
  mayReadByApplication,
  withdraw,
} from '#modules/platform/approvals/server.ts'
import { SUBJECT_CHANGED } from '../contract/errors.ts'
import { approvalType } from './approval-state.ts'
import { type SubjectsDb, subjectsTables } from './db.ts'
import {
  bumpRevision,
  getEditable,
  getSubject,
  type HeldSubject,
  holdForChange,
  holdRevision,
  lockSubject,
} from './held.ts'
import { mayEdit } from './policy.ts'
import { assertPublishable, putOnShelf } from './shelf.ts'
import { contentsOf } from './studied.ts'
import { assertPossible } from './transitions.ts'

interface Moment {
  readonly now: number
  readonly language: Language
}

/** Whether publishing the subject takes an application. */
export function needsApproval(db: SubjectsDb, subject: Pick<HeldSubject, 'companyId' | 'organizationId'>) {
  return isApprovalOn(db, subject.companyId, approvalType, subject.organizationId)
}

/** Publishes, or applies for it: `applied` says which. */
export async function publishSubject(db: SubjectsDb, caller: Caller, id: string, revision: number, moment: Moment) {
  const seen = await getEditable(db, caller, id)
  if (await needsApproval(db, seen)) return applyToPublish(db, caller, seen, revision, moment)
  const subject = await holdForChange(db, caller, id, revision, 'publish')
  return { ...(await putOnShelf(db, subject, moment.now)), applied: false }
}

const labels: Readonly<Record<Language, { contents: string; version: string }>> = {
  cn: { contents: '学习内容', version: '版本' },
  en: { contents: 'Contents', version: 'Version' },
}

async function applyToPublish(db: SubjectsDb, caller: Caller, seen: HeldSubject, revision: number, moment: Moment) {
  if (seen.revision !== revision) throw refuse(SUBJECT_CHANGED, { revision: seen.revision })
  assertPossible(seen, 'publish')
  await assertPublishable(db, seen)
  const contents = await contentsOf(db, seen.companyId, [seen.id], 'draft')
  const label = labels[moment.language]
  await apply(db, {
    companyId: seen.companyId,
    organizationId: seen.organizationId,
    businessType: approvalType,
    businessId: seen.id,
    name: seen.name,
    applicantId: caller.memberId,
    summary: {
      [label.contents]: String(contents.length),
      [label.version]: String(seen.versionNumber + (seen.hasChanges ? 1 : 0)),
    },
    now: moment.now,
  })
  // Whoever changed it since it was read has lost: the application is about what was read.
  const subject = await holdRevision(db, caller, seen.id, revision)
  await db.updateTable('subjects.subject').set({ approval: 'waiting' }).where('id', '=', subject.id).execute()
  const changed = await bumpRevision(db, subject.id, moment.now)
  return { id: subject.id, versionNumber: subject.versionNumber, revision: changed, applied: true }
}

/** Takes the application back; the subject can be changed again. */
export async function withdrawPublication(db: SubjectsDb, caller: Caller, id: string, now: number) {
  assertPossible(await getEditable(db, caller, id), 'withdraw')
  const { companyId, memberId } = caller
  await withdraw(db, { companyId, businessType: approvalType, businessId: id, memberId, now })
  return { id, revision: await bumpRevision(db, id, now) }
}

/** Refuses who may not look at a draft: its authors may, and who has to decide about it. */
export async function assertMayPreview(db: SubjectsDb, caller: Caller, id: string, now: number): Promise<void> {
  const subject = await getSubject(db, caller, id)
  if (mayEdit(caller, subject)) return
  const decides = await mayReadByApplication(db, caller, { businessType: approvalType, businessId: id }, now)
  if (!decides) throw refuse(NO_PERMISSION)
}

/** What approvals asks us about: the publication of a subject. Called in the transaction of the decision. */
export const subjectPublication = approvalSubject({
  businessType: approvalType,
  key: 'subject-publication',
  label: { cn: '专题发布', en: 'Publishing a subject' },
  async decided(connection, { companyId, businessId, result, now }) {
    const db = subjectsTables(connection)
    const subject = await lockSubject(db, companyId, businessId)
    if (result === 'agreed') {
      await putOnShelf(db, subject, now)
      return
    }
    const approval = result === 'refused' ? 'refused' : null
    await db.updateTable('subjects.subject').set({ approval }).where('id', '=', businessId).execute()
    await bumpRevision(db, businessId, now)
  },
  link: (id) => `/study/subject/preview/${id}`,
  reviseLink: (id) => `/admin/subjects/${id}`,
})
