/** Addresses for tests and demo data. */
import type { Connection } from '#server/db/connection.ts'
import type { AddressInput } from '../contract.ts'
import { addAddress } from './addresses.ts'

export const addressInput = (change: Partial<AddressInput> = {}): AddressInput => ({
  receiver: '林知远',
  phone: '13800138000',
  countyCode: '440305',
  street: '科技园路1号',
  postalCode: '518057',
  isDefault: false,
  ...change,
})

interface Owner {
  readonly companyId: string
  readonly id: string
}

/** Adds addresses to a member and answers their ids. */
export async function buildAddresses(
  connection: Connection,
  { companyId, id: memberId }: Owner,
  inputs: readonly AddressInput[],
  now = 0,
): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) ids.push((await addAddress(connection, { companyId, memberId, input, now })).id)
  return ids
}
