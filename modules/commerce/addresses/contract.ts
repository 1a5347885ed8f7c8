/** Addresses: where a member receives what is sent by post. Imports kit/ and typebox only, for both sides read it. */

import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST } from '#kit/errors.ts'
import { Body, Done, Id, Name, Title } from '#kit/schema.ts'
import { ADDRESS_NOT_OWN, ADDRESSES_FULL, DIVISION_UNKNOWN } from './contract/codes.ts'

export { ADDRESS_NOT_OWN, DIVISION_UNKNOWN } from './contract/codes.ts'

/** COMMERCE-062 */
export const addressesMax = 10
export const receiverLengthMax = 50
export const streetLengthMax = 200
/** A mobile number or one of the fixed network, with an extension: 13800138000, 010-66668888-123, +86 13800138000. */
export const phonePattern = '^\\+?[0-9]{1,4}(?:[ -]?[0-9]{2,11}){1,4}$'
export const phoneLengthMax = 30
export const postalCodePattern = '^(?:[0-9]{6})?$'

/** What a form asks for. */
const AddressFields = {
  receiver: Name(receiverLengthMax),
  phone: Type.String({ minLength: 7, maxLength: phoneLengthMax, pattern: phonePattern }),
  /** Of the county; it says the city and the province as well. */
  countyCode: Type.String({ pattern: '^[0-9]{6}$' }),
  street: Title(streetLengthMax),
  postalCode: Type.String({ pattern: postalCodePattern }),
  isDefault: Type.Boolean(),
}
/** Other modules' calls may take a new address along with their own input. */
export const AddressBody = Body(AddressFields)
export type AddressInput = Static<typeof AddressBody>

const Address = Type.Object({
  id: Id,
  receiver: Type.String(),
  phone: Type.String(),
  countyCode: Type.String(),
  street: Type.String(),
  postalCode: Type.String(),
  isDefault: Type.Boolean(),
  /** Division and street in the order in which they are written. */
  text: Type.String(),
})
export type Address = Static<typeof Address>

const params = Type.Object({ id: Id })

export const addresses = contract({
  ownAddresses: {
    method: 'GET',
    path: '/commerce/address',
    summary: 'The addresses of the caller, the default one first and then the newest',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Address) }),
    cacheSeconds: 0,
  },
  addAddress: {
    method: 'POST',
    path: '/commerce/address',
    summary: 'Add an address. The first one is the default in any case. Header Idempotency-Key',
    access: 'signed-in',
    body: AddressBody,
    response: Type.Object({ id: Id }),
    errors: [KEY_USED_FOR_ANOTHER_REQUEST, ADDRESSES_FULL, DIVISION_UNKNOWN],
  },
  changeAddress: {
    method: 'PUT',
    path: '/commerce/address/{id}',
    summary: 'Change an own address. Orders and invoices that were made with it keep what it was',
    access: 'signed-in',
    params,
    body: AddressBody,
    response: Done,
    errors: [ADDRESS_NOT_OWN, DIVISION_UNKNOWN],
  },
  setDefaultAddress: {
    method: 'PUT',
    path: '/commerce/address/{id}/default',
    summary: 'Make an own address the one that forms begin with',
    access: 'signed-in',
    params,
    response: Done,
    errors: [ADDRESS_NOT_OWN],
  },
  deleteAddress: {
    method: 'DELETE',
    path: '/commerce/address/{id}',
    summary: 'Delete an own address. Of the others, the newest becomes the default where this one was it',
    access: 'signed-in',
    params,
    response: Done,
    errors: [ADDRESS_NOT_OWN],
  },
})
