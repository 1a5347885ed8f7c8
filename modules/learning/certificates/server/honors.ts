/** Certificates for what members have won, for the modules in which it is won. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { StudyRef } from '#modules/content/study/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { TEMPLATE_NOT_OFFERED } from '../contract/shapes.ts'
import { issue } from './awarding.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import type { TemplateRow } from './rows.ts'

/** Of the company's templates by id: their names. Those that it does not have are missing. One statement. */
export async function templateNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from certificates.template
    where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`.execute(certificatesTables(connection))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Refuses with 380201 a template that the company does not have or no longer offers. */
export async function assertOffered(connection: Connection, companyId: string, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids)
  const { rows } = await sql`select from certificates.template
    where company_id = ${companyId} and enabled and id = any(${[...wanted]}::uuid[])`.execute(
    certificatesTables(connection),
  )
  if (rows.length !== wanted.size) throw refuse(TEMPLATE_NOT_OFFERED)
}

interface Honor {
  readonly memberId: string
  readonly templateId: string
  /** What was won; a member is given one certificate of a template for it. */
  readonly ref: StudyRef
  /** As the certificate names it. */
  readonly itemName: string
}

interface Honors {
  readonly companyId: string
  readonly honors: readonly Honor[]
  readonly wonAt: number
  readonly issuedBy: string
  readonly now: number
}

/**
 * Gives these certificates, which hold for good, and tells their holders; a template that is not offered any more is still given, for it was
 * promised. Answers those that were given by the id of what was won: whoever may not sign in any more gets none. In the
 * transaction that notes it, so that nobody gets one twice.
 */
export async function giveHonors(
  connection: Connection,
  { companyId, honors, ...given }: Honors,
): Promise<Set<string>> {
  const db = certificatesTables(connection)
  const holders = await membersByIds(
    db,
    companyId,
    honors.map(({ memberId }) => memberId),
  )
  const templates = await templatesById(
    db,
    companyId,
    honors.map(({ templateId }) => templateId),
  )
  const issued = new Set<string>()
  for (const { memberId, templateId, ref, itemName } of honors) {
    const [holder, template] = [holders.get(memberId), templates.get(templateId)]
    if (!holder?.enabled || !template) continue
    await issue(db, {
      ...{ companyId, memberId, template, ref, itemName, holderName: holder.fullName, isHonor: true },
      ...{ finishedAt: given.wonAt, validFrom: given.wonAt, expiresAt: null, origin: 'awarded', replaces: null },
      ...{ issuedBy: given.issuedBy, reason: '', now: given.now },
    })
    issued.add(ref.businessId)
  }
  return issued
}

async function templatesById(db: CertificatesDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<TemplateRow>`select * from certificates.template
    where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
