/** Whether and how texts are read out in an organization: its own setting, or the first one upward. */

import { sql } from 'kysely'
import { coversCompany } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  grantedOrganizations,
  organizationNames,
  organizationsAbove,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { managesPages } from '../contract/access.ts'
import type { Speech } from '../contract/reading.ts'
import type { PagesDb } from './db.ts'
import { assertMayManage } from './page.policy.ts'

const byDefault: Speech = { isOn: true, voice: '', rate: 100 }

export async function speechSet(db: PagesDb, { caller }: Context): Promise<Speech> {
  const above = await organizationsAbove(db, caller.companyId, caller.organizationId)
  const { rows } = await sql<Speech>`select s.is_on as "isOn", s.voice, s.rate from pages.speech s
    where s.organization_id = any(${above}::uuid[]) and s.company_id = ${caller.companyId}
    order by array_position(${above}::uuid[], s.organization_id) limit 1`.execute(db)
  return rows[0] ?? byDefault
}

export async function speechSettings(db: PagesDb, { caller }: Context) {
  const { companyId } = caller
  const granted = grantedOrganizations(caller, managesPages.permission)
  const managed = coversCompany(caller, managesPages.permission)
    ? sql`true`
    : sql`s.organization_id in ${organizationsBelowSql(granted)}`
  const { rows } = await sql<Speech & { organizationId: string }>`select s.organization_id as "organizationId",
      s.is_on as "isOn", s.voice, s.rate from pages.speech s
    where s.company_id = ${companyId} and ${managed} order by s.organization_id limit 500`.execute(db)
  const names = await organizationNames(
    db,
    companyId,
    rows.map(({ organizationId }) => organizationId),
  )
  return { items: rows.map((row) => ({ ...row, organizationName: names.get(row.organizationId) ?? '' })) }
}

export async function saveSpeech(
  db: PagesDb,
  organizationId: string,
  speech: Speech | null,
  { caller, audit }: Context,
) {
  const { companyId } = caller
  const name = (await organizationNames(db, companyId, [organizationId])).get(organizationId)
  if (name === undefined) throw refuse(NOT_FOUND)
  await assertMayManage(db, caller, organizationId)
  const before = await db
    .selectFrom('pages.speech')
    .select(['is_on as isOn', 'voice', 'rate'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  audit({ type: 'speech', id: organizationId, name, ...(before && { before }), ...(speech && { after: speech }) })
  if (speech === null) {
    await db.deleteFrom('pages.speech').where('organization_id', '=', organizationId).execute()
    return {}
  }
  const values = { is_on: speech.isOn, voice: speech.voice, rate: speech.rate }
  await db
    .insertInto('pages.speech')
    .values({ organization_id: organizationId, company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
  return {}
}
