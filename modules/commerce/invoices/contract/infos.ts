/** Invoice infos: the titles that a member keeps for applications. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'
import { INFOS_FULL, TAX_ID_REQUIRED, TAXPAYER_ID_WRONG } from './codes.ts'
import { infoKinds } from './states.ts'

export const titleLengthMax = 100
export const addressLengthMax = 200
export const bankLengthMax = 100
export const remarkLengthMax = 200
export const bankAccountPattern = '^(?:[0-9][0-9 -]{4,39})?$'
export const registeredPhonePattern = '^(?:\\+?[0-9]{1,4}(?:[ -]?[0-9]{2,11}){1,4})?$'

const fields = {
  kind: OneOf(infoKinds),
  title: Title(titleLengthMax),
  taxpayerId: OptionalTitle(30),
  registeredAddress: OptionalTitle(addressLengthMax),
  registeredPhone: Type.String({ maxLength: 30, pattern: registeredPhonePattern }),
  bank: OptionalTitle(bankLengthMax),
  bankAccount: Type.String({ maxLength: 40, pattern: bankAccountPattern }),
  remark: OptionalText(remarkLengthMax),
  isDefault: Type.Boolean(),
}
const InfoBody = Body(fields)
export type InfoInput = Static<typeof InfoBody>

/** What an invoice copies of an info. */
export const titleFields = {
  kind: OneOf(infoKinds),
  title: Type.String(),
  taxpayerId: Type.String(),
  registeredAddress: Type.String(),
  registeredPhone: Type.String(),
  bank: Type.String(),
  bankAccount: Type.String(),
  remark: Type.String(),
}
const Info = Type.Object({ id: Id, ...titleFields, isDefault: Type.Boolean() })
export type Info = Static<typeof Info>

type TitleOfInvoice = Pick<Info, 'taxpayerId' | 'registeredAddress' | 'registeredPhone' | 'bank' | 'bankAccount'>
const specialFields = ['taxpayerId', 'registeredAddress', 'registeredPhone', 'bank', 'bankAccount'] as const

/** Which fields a special VAT invoice still needs, besides the title. */
export const missingForSpecial = (title: TitleOfInvoice) => specialFields.filter((field) => title[field] === '')

const params = Type.Object({ id: Id })

export const infosContract = contract({
  ownInfos: {
    method: 'GET',
    path: '/commerce/invoice-info',
    summary: 'The invoice infos of the caller, the default one first and then the newest',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Info) }),
    cacheSeconds: 0,
  },
  addInfo: {
    method: 'POST',
    path: '/commerce/invoice-info',
    summary:
      'Keep an invoice info; the first one is the default in any case. A company needs its taxpayer id. Header Idempotency-Key',
    access: 'signed-in',
    body: InfoBody,
    response: Type.Object({ id: Id }),
    errors: [KEY_USED_FOR_ANOTHER_REQUEST, INFOS_FULL, TAX_ID_REQUIRED, TAXPAYER_ID_WRONG],
  },
  changeInfo: {
    method: 'PUT',
    path: '/commerce/invoice-info/{id}',
    summary: 'Change an own invoice info. Invoices keep what it was when they were applied for',
    access: 'signed-in',
    params,
    body: InfoBody,
    response: Done,
    errors: [NOT_FOUND, TAX_ID_REQUIRED, TAXPAYER_ID_WRONG],
  },
  deleteInfo: {
    method: 'DELETE',
    path: '/commerce/invoice-info/{id}',
    summary: 'Delete an own invoice info. Of the others, the newest becomes the default where this one was it',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
})
