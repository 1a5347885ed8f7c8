/** A member's addresses, and the copies that orders and invoices keep of them. */
import { areaList } from '@vant/area-data'
import { v7 as uuid } from 'uuid'
import { type ErrorCode, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ADDRESS_NOT_OWN, ADDRESSES_FULL, DIVISION_UNKNOWN } from '../contract/codes.ts'
import { type DivisionNames, divisionNames, divisionText } from '../contract/divisions.ts'
import { type AddressInput, addressesMax } from '../contract.ts'
import { type AddressesDb, addressesTables } from './db.ts'

export interface AddressOwner {
  readonly companyId: string
  readonly memberId: string
}

/** What an order or an invoice keeps: it stays as it is when the member changes or deletes the address. */
export interface AddressCopy extends DivisionNames {
  readonly receiver: string
  readonly phone: string
  readonly countyCode: string
  readonly street: string
  readonly postalCode: string
  /** Division and street in Chinese order, the largest first. */
  readonly text: string
}

function namesOf(countyCode: string): DivisionNames {
  const names = divisionNames(areaList, countyCode)
  if (!names) throw refuse(DIVISION_UNKNOWN)
  return names
}

/** A county that a later list no longer has keeps its digits, so that the address can still be read and changed. */
function textOf(countyCode: string, street: string): string {
  const names = divisionNames(areaList, countyCode)
  return names ? `${divisionText(names)}${street}` : `${countyCode} ${street}`
}

const ownRows = (db: AddressesDb, { companyId, memberId }: AddressOwner) =>
  db.selectFrom('addresses.address').where('company_id', '=', companyId).where('member_id', '=', memberId)

/** One after the other: the limit and the default are about all addresses of a member. */
const lockAddresses = (db: Connection, { memberId }: AddressOwner) => lockNames(db, `addresses.member:${memberId}`)

export async function listAddresses(db: AddressesDb, owner: AddressOwner) {
  const rows = await ownRows(db, owner).selectAll().orderBy('is_default', 'desc').orderBy('id', 'desc').execute()
  const items = rows.map((row) => ({
    ...{ id: row.id, receiver: row.receiver, phone: row.phone, countyCode: row.county_code, street: row.street },
    ...{ postalCode: row.postal_code, isDefault: row.is_default, text: textOf(row.county_code, row.street) },
  }))
  return { items }
}

const columnsOf = (input: AddressInput) => ({
  ...{ receiver: input.receiver, phone: input.phone, county_code: input.countyCode, street: input.street },
  postal_code: input.postalCode,
})

async function clearDefault(db: AddressesDb, owner: AddressOwner): Promise<void> {
  await db
    .updateTable('addresses.address')
    .set({ is_default: false })
    .where('company_id', '=', owner.companyId)
    .where('member_id', '=', owner.memberId)
    .where('is_default', '=', true)
    .execute()
}

/**
 * Adds an address and answers its id. At the limit it refuses with `full`: other modules' calls that take a new address have a code
 * of their own for that. DIVISION_UNKNOWN where there is no such county.
 */
export async function addAddress(
  connection: Connection,
  {
    input,
    now,
    full = ADDRESSES_FULL,
    ...owner
  }: AddressOwner & { input: AddressInput; now: number; full?: ErrorCode },
): Promise<{ id: string }> {
  const db = addressesTables(connection)
  namesOf(input.countyCode)
  await lockAddresses(db, owner)
  const rows = await ownRows(db, owner).select('id').execute()
  if (rows.length >= addressesMax) throw refuse(full)
  const isDefault = input.isDefault || rows.length === 0
  if (isDefault) await clearDefault(db, owner)
  const id = uuid()
  await db
    .insertInto('addresses.address')
    .values({
      ...{ id, company_id: owner.companyId, member_id: owner.memberId, ...columnsOf(input) },
      ...{ is_default: isDefault, created_at: now, updated_at: now },
    })
    .execute()
  return { id }
}

/** COMMERCE-064: another member's address, another company's, and one that is gone are all answered alike. */
async function findOwn(db: AddressesDb, owner: AddressOwner, id: string) {
  const row = await ownRows(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse(ADDRESS_NOT_OWN)
  return row
}

export async function changeAddress(
  db: AddressesDb,
  { id, input, now, ...owner }: AddressOwner & { id: string; input: AddressInput; now: number },
) {
  await lockAddresses(db, owner)
  const row = await findOwn(db, owner, id)
  namesOf(input.countyCode)
  // The default ends by another one that becomes it: a member with addresses always has one.
  const isDefault = row.is_default || input.isDefault
  if (isDefault && !row.is_default) await clearDefault(db, owner)
  await db
    .updateTable('addresses.address')
    .set({ ...columnsOf(input), is_default: isDefault, updated_at: now })
    .where('id', '=', id)
    .execute()
  return {}
}

export async function setDefaultAddress(db: AddressesDb, owner: AddressOwner, id: string) {
  await lockAddresses(db, owner)
  await findOwn(db, owner, id)
  await clearDefault(db, owner)
  await db.updateTable('addresses.address').set({ is_default: true }).where('id', '=', id).execute()
  return {}
}

export async function deleteAddress(db: AddressesDb, owner: AddressOwner, id: string) {
  await lockAddresses(db, owner)
  const row = await findOwn(db, owner, id)
  await db.deleteFrom('addresses.address').where('id', '=', id).execute()
  if (!row.is_default) return {}
  const newest = await ownRows(db, owner).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (newest) await db.updateTable('addresses.address').set({ is_default: true }).where('id', '=', newest.id).execute()
  return {}
}

/** A copy of a member's address. ADDRESS_NOT_OWN (21902) where the member has none with this id. */
export async function addressOf(
  connection: Connection,
  companyId: string,
  memberId: string,
  id: string,
): Promise<AddressCopy> {
  const row = await findOwn(addressesTables(connection), { companyId, memberId }, id)
  const { receiver, phone, county_code: countyCode, street, postal_code: postalCode } = row
  return { receiver, phone, countyCode, street, postalCode, ...namesOf(countyCode), text: textOf(countyCode, street) }
}
