/** The invoice infos of members. */

import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { lockNames } from '#server/db/transaction.ts'
import { INFOS_FULL, TAX_ID_REQUIRED, TAXPAYER_ID_WRONG } from '../contract/codes.ts'
import type { Info, InfoInput } from '../contract/infos.ts'
import { type InfoKind, infosMax } from '../contract/states.ts'
import { isTaxpayerId, normalizeTaxpayerId } from '../contract/taxpayer-id.ts'
import type { InvoicesDb } from './db.ts'
import type { DB } from './tables.ts'

export interface Owner {
  readonly companyId: string
  readonly memberId: string
}

const ownRows = (db: InvoicesDb, { companyId, memberId }: Owner) =>
  db.selectFrom('invoices.info').where('company_id', '=', companyId).where('member_id', '=', memberId)

/** The limit and the default are about all infos of a member: changes follow one another. */
const lockInfos = (db: InvoicesDb, { memberId }: Owner) => lockNames(db, `invoices.infos:${memberId}`)

type TitleRow = Pick<
  Selectable<DB['invoices.info']>,
  'kind' | 'title' | 'taxpayer_id' | 'registered_address' | 'registered_phone' | 'bank' | 'bank_account' | 'remark'
>

export const titleOf = (row: TitleRow) => ({
  ...{ kind: row.kind as InfoKind, title: row.title, taxpayerId: row.taxpayer_id },
  ...{ registeredAddress: row.registered_address, registeredPhone: row.registered_phone },
  ...{ bank: row.bank, bankAccount: row.bank_account, remark: row.remark },
})

export const titleColumns = (info: Omit<InfoInput, 'isDefault'>) => ({
  ...{ kind: info.kind, title: info.title, taxpayer_id: info.taxpayerId },
  ...{ registered_address: info.registeredAddress, registered_phone: info.registeredPhone },
  ...{ bank: info.bank, bank_account: info.bankAccount, remark: info.remark },
})

const infoOf = (row: Selectable<DB['invoices.info']>): Info => ({
  ...{ id: row.id, ...titleOf(row), isDefault: row.is_default },
})

export async function listInfos(db: InvoicesDb, owner: Owner) {
  const rows = await ownRows(db, owner).selectAll().orderBy('is_default', 'desc').orderBy('id', 'desc').execute()
  return { items: rows.map(infoOf) }
}

function normalized(input: InfoInput): InfoInput {
  const taxpayerId = normalizeTaxpayerId(input.taxpayerId)
  if (input.kind === 'company' && taxpayerId === '') throw refuse(TAX_ID_REQUIRED)
  if (taxpayerId !== '' && !isTaxpayerId(taxpayerId)) throw refuse(TAXPAYER_ID_WRONG)
  return { ...input, taxpayerId, remark: input.remark.trim() }
}

async function clearDefault(db: InvoicesDb, { companyId, memberId }: Owner): Promise<void> {
  await db
    .updateTable('invoices.info')
    .set({ is_default: false })
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .where('is_default', '=', true)
    .execute()
}

export async function addInfo(db: InvoicesDb, { companyId, memberId }: Owner, body: InfoInput, now: number) {
  const input = normalized(body)
  const owner = { companyId, memberId }
  await lockInfos(db, owner)
  const rows = await ownRows(db, owner).select('id').execute()
  if (rows.length >= infosMax) throw refuse(INFOS_FULL)
  const isDefault = input.isDefault || rows.length === 0
  if (isDefault) await clearDefault(db, owner)
  const id = uuid()
  await db
    .insertInto('invoices.info')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, ...titleColumns(input) },
      ...{ is_default: isDefault, created_at: now, updated_at: now },
    })
    .execute()
  return { id }
}

/** An info of the member; 900005 where there is none such. */
export async function findInfo(db: InvoicesDb, owner: Owner, id: string): Promise<Info> {
  const row = await ownRows(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return infoOf(row)
}

export async function changeInfo(db: InvoicesDb, owner: Owner, id: string, body: InfoInput, now: number) {
  await lockInfos(db, owner)
  const before = await findInfo(db, owner, id)
  const input = normalized(body)
  const isDefault = before.isDefault || input.isDefault
  if (isDefault && !before.isDefault) await clearDefault(db, owner)
  await db
    .updateTable('invoices.info')
    .set({ ...titleColumns(input), is_default: isDefault, updated_at: now })
    .where('id', '=', id)
    .execute()
  return {}
}

export async function deleteInfo(db: InvoicesDb, owner: Owner, id: string) {
  await lockInfos(db, owner)
  const { isDefault } = await findInfo(db, owner, id)
  await db.deleteFrom('invoices.info').where('id', '=', id).execute()
  if (!isDefault) return {}
  const newest = await ownRows(db, owner).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (newest) await db.updateTable('invoices.info').set({ is_default: true }).where('id', '=', newest.id).execute()
  return {}
}
