/**
 * Certificates for many members at once, as long work. The batch has a row for each member. A step gives some members
 * their certificates and marks their rows in one transaction, so everybody gets one, and nobody gets two.
 */

import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { audienceSql, type KnownMember, membersByIds, starterOf } from '#modules/platform/identity/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inSavepoint, lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { managesCertificates } from '../contract/access.ts'
import { NOBODY_CHOSEN, TEMPLATE_NOT_OFFERED } from '../contract/shapes.ts'
import { currentOf, issue, lockHoldings } from './awarding.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import { getTemplate } from './managing.ts'
import type { TemplateRow } from './rows.ts'
import type { DB } from './tables.ts'
import { validityOf } from './validity.ts'

const stepMembers = 50
const resultsLink = '/manage/certificates'

type BatchRow = Selectable<DB['certificates.batch']>
type Outcome = 'issued' | 'held' | 'gone' | 'failed'

export interface BatchInput {
  readonly requestId: string
  readonly templateId: string
  readonly itemName: string
  readonly finishedAt?: number
  readonly memberIds?: readonly string[]
  readonly organizationIds?: readonly string[]
}

/** For everybody but the caller. Answers the task that shows how far it is. The same request again answers the same task. */
export async function grantMany(connection: Connection, input: BatchInput, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  const db = certificatesTables(connection)
  const known = await findRequest(db, companyId, input.requestId)
  if (known) return { taskId: known.task_id, memberCount: known.member_count }
  const template = await getTemplate(db, companyId, input.templateId)
  if (!template?.enabled) throw refuse(TEMPLATE_NOT_OFFERED)
  const [batchId, taskId] = [uuid(), uuid()]
  await db
    .insertInto('certificates.batch')
    .values({
      ...{ id: batchId, company_id: companyId, request_id: input.requestId, template_id: template.id, task_id: taskId },
      ...{ item_name: input.itemName.trim(), finished_at: Math.min(input.finishedAt ?? now, now) },
      ...{ created_by: memberId, created_at: now },
    })
    .execute()
  const { memberIds = [], organizationIds = [] } = input
  const { numAffectedRows = 0n } = await sql`
    insert into certificates.batch_member (batch_id, member_id, company_id)
    select ${batchId}::uuid, a.id, ${companyId}::uuid from ${audienceSql(companyId, { memberIds, organizationIds })} a
    where a.id <> ${memberId}`.execute(db)
  const memberCount = Number(numAffectedRows)
  if (memberCount === 0) throw refuse(NOBODY_CHOSEN)
  await db.updateTable('certificates.batch').set({ member_count: memberCount }).where('id', '=', batchId).execute()
  await batchWork.start(connection, { id: taskId, companyId, memberId, title: input.itemName.trim(), now })
  audit({
    type: 'certificate-batch',
    id: batchId,
    name: input.itemName,
    after: { template: template.name, memberCount },
  })
  return { taskId, memberCount }
}

/** Whoever sends the same request meanwhile waits, and is answered the same. */
async function findRequest(db: CertificatesDb, companyId: string, requestId: string) {
  await lockNames(db, `certificates batch ${companyId} ${requestId}`)
  return db
    .selectFrom('certificates.batch')
    .select(['task_id', 'member_count'])
    .where('company_id', '=', companyId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Each step gives some members theirs. */
export const batchWork = longWork({
  kind: 'certificate-batch',
  label: { cn: '批量颁发证书', en: 'Certificate issue' },
  job: 'certificates.batch',
  cancellable: true,
  claim: (connection, { taskId }) =>
    certificatesTables(connection)
      .selectFrom('certificates.batch')
      .selectAll()
      .where('task_id', '=', taskId)
      .forUpdate()
      .executeTakeFirst(),
  async assertMayGoOn(connection, { created_by: starterId }) {
    const starter = await starterOf(connection, starterId)
    if (!coversCompany(starter, managesCertificates.permission)) throw refuse(NO_PERMISSION)
  },
  async step(connection, { subject: batch, now }) {
    const db = certificatesTables(connection)
    const { rows } = await sql<{ member_id: string }>`
      select member_id from certificates.batch_member where batch_id = ${batch.id} and state = 'waiting'
      order by member_id limit ${stepMembers}`.execute(db)
    const memberIds = rows.map((row) => row.member_id)
    if (memberIds.length === 0) return { report: reportOf(await countsOf(db, batch.id)) }
    await giveSome(db, batch, memberIds, now)
    const { waiting } = await countsOf(db, batch.id)
    return { done: batch.member_count - waiting, total: batch.member_count }
  },
  restart: async () => true,
})

async function giveSome(db: CertificatesDb, batch: BatchRow, memberIds: readonly string[], now: number): Promise<void> {
  const template = await getTemplate(db, batch.company_id, batch.template_id)
  if (!template) throw refuse(NOT_FOUND)
  const holders = await membersByIds(db, batch.company_id, memberIds)
  await lockHoldings(db, memberIds, template.id)
  for (const memberId of memberIds) {
    const holder = holders.get(memberId)
    const { state, certificateId } = holder?.enabled
      ? await giveOne(db, batch, template, holder, now)
      : { state: 'gone' as const, certificateId: null }
    await db
      .updateTable('certificates.batch_member')
      .set({ state, certificate_id: certificateId })
      .where('batch_id', '=', batch.id)
      .where('member_id', '=', memberId)
      .execute()
  }
}

/** One that can't be given is taken back alone; the others of the step stay. */
async function giveOne(
  db: CertificatesDb,
  batch: BatchRow,
  template: TemplateRow,
  holder: KnownMember,
  now: number,
): Promise<{ state: Outcome; certificateId: string | null }> {
  const current = await currentOf(db, holder.id, template.id)
  if (current && validityOf({ ...current, renewal_days: template.renewal_days }, now) === 'valid')
    return { state: 'held', certificateId: null }
  const give = () =>
    issue(db, {
      ...{ companyId: batch.company_id, memberId: holder.id, template, ref: null, itemName: batch.item_name },
      ...{ holderName: holder.fullName, finishedAt: batch.finished_at, origin: 'granted', issuedBy: batch.created_by },
      ...{ replaces: current?.id ?? null, reason: '', now },
      validFrom: Math.max(batch.finished_at, (current?.expires_at ?? 0) - 1),
    })
  try {
    return { state: 'issued', certificateId: (await inSavepoint(db, give)).id }
  } catch {
    return { state: 'failed', certificateId: null }
  }
}

type Counts = Readonly<Record<Outcome | 'waiting', number>>

async function countsOf(db: CertificatesDb, batchId: string): Promise<Counts> {
  const { rows } = await sql<{ state: Outcome | 'waiting'; count: number }>`
    select state, count(*)::int as count from certificates.batch_member where batch_id = ${batchId} group by state`.execute(
    db,
  )
  const none: Counts = { waiting: 0, issued: 0, held: 0, gone: 0, failed: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

function reportOf({ issued, held, gone, failed }: Counts) {
  const counts = [
    { label: { cn: '已颁发', en: 'Issued' }, value: issued },
    { label: { cn: '已有有效证书', en: 'Already certified' }, value: held },
    { label: { cn: '已停用', en: 'Disabled' }, value: gone },
    { label: { cn: '失败', en: 'Failed' }, value: failed },
  ]
  return { counts, link: resultsLink }
}
