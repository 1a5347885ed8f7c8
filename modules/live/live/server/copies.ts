/** A live session as the form of another one: everything but its time. */
import type { Caller, Language } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { activeMemberIds } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { type LiveCopy, subjectLengthMax } from '../contract/shapes.ts'
import type { LiveDb } from './db.ts'
import { subjectKey } from './forms.ts'
import { isOrganizerSide, viewerOf } from './policy.ts'
import { findForViewer, type LiveRowForViewer, toLive } from './rows.ts'
import { assertMayApply } from './suppliers.ts'

/** More copies of one name get the last number, and the form says that it is taken. */
const copiesMax = 200

/** The live session to copy, for its organizer side. */
export async function findCopied(db: LiveDb, caller: Caller, id: string): Promise<LiveRowForViewer> {
  const row = await findForViewer(db, viewerOf(caller), id)
  if (!isOrganizerSide(row.role)) throw refuse(NO_PERMISSION)
  return row
}

/** The name with the first free number: names of live sessions occur once (LIVE-103). */
async function freeName(db: LiveDb, companyId: string, subject: string, language: Language): Promise<string> {
  const base = subject.replace(/\s*[(（]\d+[)）]$/u, '')
  const candidates = Array.from({ length: copiesMax }, (_, index) => {
    const suffix = language === 'cn' ? `（${index + 2}）` : ` (${index + 2})`
    const name = [...base].slice(0, subjectLengthMax - suffix.length).join('') + suffix
    return { name, key: subjectKey(name) }
  })
  const taken = await db
    .selectFrom('live.live')
    .select('subject_key')
    .where('company_id', '=', companyId)
    .where(
      'subject_key',
      'in',
      candidates.map(({ key }) => key),
    )
    .execute()
  const keys = new Set(taken.map((row) => row.subject_key))
  const free = candidates.find(({ key }) => !keys.has(key)) ?? candidates.at(-1)
  return free?.name ?? subject
}

/** The form of a copy. Who may not apply now hears it here, and not after filling in the form. */
export async function copyLive(db: LiveDb, caller: Caller, id: string, context: Context): Promise<LiveCopy> {
  const { companyId, memberId } = caller
  const row = await findCopied(db, caller, id)
  await assertMayApply(db, caller, context.now)
  const { lecturers, audience, ...live } = await toLive(db, row, context)
  const members = audience?.members ?? []
  const active = new Set(
    await activeMemberIds(
      db,
      companyId,
      [...lecturers, ...members].map((person) => person.id),
    ),
  )
  const left = [...lecturers, ...members].filter((person) => !active.has(person.id))
  return {
    ...live,
    subject: await freeName(db, companyId, row.subject, context.language),
    lecturers: lecturers.filter((person) => active.has(person.id) && person.id !== memberId),
    audience: audience && { ...audience, members: members.filter((person) => active.has(person.id)) },
    leftOut: [...new Set(left.map(({ fullName }) => fullName))],
  }
}
