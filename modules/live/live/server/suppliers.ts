/** The supplier of an organization, its provider, and the permission to apply for live sessions. */
import { sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { isApprovalOn } from '#modules/platform/approvals/server.ts'
import {
  covers,
  organizationNames,
  organizationsAbove,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { ENTRANCE_CLOSED, NO_PROVIDER, SERVICE_EXPIRED } from '../contract/codes.ts'
import type { Supplier } from '../contract/states.ts'
import { type LiveDb, liveTables } from './db.ts'
import { providerFor } from './providers/registered-providers.ts'
import { liveApproval } from './rows.ts'

interface SupplierSetting {
  readonly supplier: Supplier
  readonly expiresAt: number | null
}

/** Without any setting the built-in rooms serve, so that live sessions work right after the installation. */
const standard: SupplierSetting = { supplier: 3, expiresAt: null }

/** The effective setting of the organization: the first one upward. 100411 if it says none. */
async function supplierOf(connection: Connection, companyId: string, organizationId: string): Promise<SupplierSetting> {
  const above = await organizationsAbove(connection, companyId, organizationId)
  const rows = await liveTables(connection)
    .selectFrom('live.supplier_setting')
    .select(['organization_id', 'supplier', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('organization_id', '=', sql<string>`any(${above}::uuid[])`)
    .execute()
  const effective = above.flatMap((id) => rows.filter((row) => row.organization_id === id))[0]
  if (!effective) return standard
  if (effective.supplier === null) throw refuse(NO_PROVIDER)
  return { supplier: effective.supplier as Supplier, expiresAt: effective.expires_at }
}

const isExpired = ({ expiresAt }: { expiresAt: number | null }, now: number) => expiresAt !== null && expiresAt <= now

/** As `supplierOf`, and 100319 after the end of the service (LIVE-241). */
async function activeSupplier(
  connection: Connection,
  { companyId, organizationId, now }: { companyId: string; organizationId: string; now: number },
): Promise<SupplierSetting> {
  const setting = await supplierOf(connection, companyId, organizationId)
  if (isExpired(setting, now)) throw refuse(SERVICE_EXPIRED)
  return setting
}

/** A live session keeps its own supplier, as long as its organization's service has not ended. */
export async function assertServed(
  connection: Connection,
  row: { readonly company_id: string; readonly organization_id: string },
  now: number,
): Promise<void> {
  await activeSupplier(connection, { companyId: row.company_id, organizationId: row.organization_id, now })
}

/** LIVE_ENTRANCE_SWITCH (LIVE-104). */
async function isEntranceOpen(connection: Connection, companyId: string): Promise<boolean> {
  return (await ruleValue(connection, companyId, 'LIVE_ENTRANCE_SWITCH')).switchOpen === '1'
}

/** Everybody if the organization approves live sessions; else lecturers and teachers (LIVE-135, LIVE-137). */
async function mayApply(caller: Caller, approvalSwitch: boolean): Promise<boolean> {
  return approvalSwitch || can(caller, 'live.create')
}

/** The conditions of an application: an open entrance, the right to apply, and a supplier whose service runs. */
export async function assertMayApply(connection: Connection, caller: Caller, now: number) {
  const { companyId, organizationId } = caller
  if (!(await isEntranceOpen(connection, companyId))) throw refuse(ENTRANCE_CLOSED)
  const approving = await isApprovalOn(connection, companyId, liveApproval, organizationId)
  if (!(await mayApply(caller, approving))) throw refuse(NO_PERMISSION)
  const { supplier } = await activeSupplier(connection, { companyId, organizationId, now })
  return { approving, supplier }
}

export async function supplierAnswer(db: LiveDb, caller: Caller, outside: Outside, now: number) {
  const { companyId, organizationId } = caller
  const setting = await supplierOf(db, companyId, organizationId)
  const approvalSwitch = await isApprovalOn(db, companyId, liveApproval, organizationId)
  return {
    liveSupply: setting.supplier,
    engine: providerFor(setting.supplier, outside.config).key,
    expiresAt: setting.expiresAt,
    expired: isExpired(setting, now),
    approvalSwitch,
    entranceOpen: await isEntranceOpen(db, companyId),
    mayApply: await mayApply(caller, approvalSwitch),
  }
}

/** The settings of the organizations that the caller manages. */
export async function listSuppliers(db: LiveDb, caller: Caller) {
  const granted = caller.permissions.get('live.manage') ?? []
  const { rows } = await sql<{
    organization_id: string
    supplier: Supplier | null
    expires_at: number | null
    updated_at: number
  }>`select organization_id, supplier, expires_at, updated_at from live.supplier_setting
    where company_id = ${caller.companyId} and organization_id in ${organizationsBelowSql(granted)}
    order by updated_at desc, organization_id limit 500`.execute(db)
  const names = await organizationNames(
    db,
    caller.companyId,
    rows.map((row) => row.organization_id),
  )
  const items = rows.map((row) => ({
    organizationId: row.organization_id,
    organizationName: names.get(row.organization_id) ?? '',
    supplier: row.supplier,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
  }))
  return { items, recordCount: items.length }
}

export interface SupplierChoice {
  readonly organizationId: string
  readonly supplier: Supplier | null
  readonly expiresAt: number | null
  readonly now: number
}

/** Answers the previous setting, for the audit log. */
export async function setSupplier(db: LiveDb, caller: Caller, choice: SupplierChoice) {
  const { companyId, memberId } = caller
  const { organizationId, supplier, expiresAt, now } = choice
  const name = (await organizationNames(db, companyId, [organizationId])).get(organizationId)
  if (name === undefined) throw refuse(NOT_FOUND)
  if (!(await covers(db, caller, 'live.manage', organizationId))) throw refuse(NO_PERMISSION)
  const before = await db
    .selectFrom('live.supplier_setting')
    .select(['supplier', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const values = { supplier, expires_at: expiresAt, updated_by: memberId, updated_at: now }
  await db
    .insertInto('live.supplier_setting')
    .values({ company_id: companyId, organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'organization_id']).doUpdateSet(values))
    .execute()
  return { name, before }
}
