/**
 * Retraining: when a certificate may be renewed, what renews it is opened for its holder to be studied once more, once
 * a certificate, and its holder is notified. `awardWhenFinished` issues the next certificate on completion.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findStudyKind, keyOf, type StudyRef, studyItems, studyStates } from '#modules/content/study/server.ts'
import { activeMemberIds } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { renewalOf } from './certificates.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import { notifyOfRetraining } from './notifications.ts'
import type { CertificateDetailRow } from './rows.ts'
import { dayMs } from './validity.ts'

const batchSize = 200

/** Looks every ten minutes for certificates in their renewal window. */
export const retrainingJob = job({
  name: 'certificates.retraining',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    const db = certificatesTables(connection)
    const { rows } = await sql<CertificateDetailRow>`
      update certificates.certificate c set retraining_at = ${now}
      from certificates.template t
      where t.id = c.template_id and c.id in (
        select due.id from certificates.certificate due join certificates.template dt on dt.id = due.template_id
        where due.status = 'current' and due.expires_at is not null and due.retraining_at is null
          and due.expires_at - dt.renewal_days * ${dayMs}::bigint <= ${now}
        order by due.expires_at limit ${batchSize} for update of due skip locked)
      returning c.*, t.renewal_days, t.renewal_type, t.renewal_id`.execute(db)
    for (const [companyId, some] of Map.groupBy(rows, (row) => row.company_id)) await open(db, companyId, some, now)
    if (rows.length === batchSize) await enqueue(connection, retrainingJob, {})
  },
})

interface Opened {
  readonly row: CertificateDetailRow
  readonly ref: StudyRef | undefined
}

/** Members who can't sign in any more are neither notified nor registered. */
async function open(
  db: CertificatesDb,
  companyId: string,
  rows: readonly CertificateDetailRow[],
  now: number,
): Promise<void> {
  const active = new Set(
    await activeMemberIds(
      db,
      companyId,
      rows.map((row) => row.member_id),
    ),
  )
  const due = rows.filter((row) => active.has(row.member_id)).map((row): Opened => ({ row, ref: renewalOf(row) }))
  const items = await studyItems(
    db,
    companyId,
    due.flatMap(({ ref }) => ref ?? []),
  )
  const itemOf = (ref: StudyRef | undefined) => {
    const item = ref && items.get(keyOf(ref.businessType, ref.businessId))
    return item?.isAvailable ? item : undefined
  }
  for (const [key, some] of Map.groupBy(due, ({ ref }) => (ref ? keyOf(ref.businessType, ref.businessId) : ''))) {
    const ref = some[0]?.ref
    const item = itemOf(ref)
    if (key === '' || !ref || !item) continue
    const opened = await openItem(db, companyId, ref, some, now)
    for (const { row } of some) if (opened.has(row.member_id)) await notifyOfRetraining(db, row, item, now)
  }
}

/**
 * Registers all members; for those who have finished the item it opens a retake, if the kind supports retakes. Returns
 * the members who can study it now, the only ones to notify.
 */
async function openItem(
  db: CertificatesDb,
  companyId: string,
  ref: StudyRef,
  due: readonly Opened[],
  now: number,
): Promise<ReadonlySet<string>> {
  const kind = findStudyKind(ref.businessType)
  const memberIds = due.map(({ row }) => row.member_id)
  await kind?.register?.(db, companyId, memberIds, [ref.businessId], now)
  const states = await studyStates(db, companyId, memberIds, [ref])
  const finished = new Set(states.filter(({ isFinished }) => isFinished).map(({ memberId }) => memberId))
  if (!kind?.reopen) return new Set(memberIds.filter((id) => !finished.has(id)))
  const retakes = due
    .filter(({ row }) => finished.has(row.member_id))
    .map(({ row }) => ({ roundId: row.id, memberId: row.member_id, dueAt: row.expires_at }))
  if (retakes.length > 0) await kind.reopen(db, companyId, ref.businessId, retakes, now)
  return new Set(memberIds)
}
