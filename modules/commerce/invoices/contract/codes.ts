import { errorCode } from '#kit/errors.ts'

/** COMMERCE-107 */
export const INFOS_FULL = errorCode(2000210)
/** The address that came along with an application would be the eleventh (COMMERCE-108). */
export const INVOICE_ADDRESSES_FULL = errorCode(2000212)
/** COMMERCE-109 */
export const AMOUNT_ZERO = errorCode(2000221)
/** An order of the application is in another invoice that counts (COMMERCE-110). */
export const INVOICED_ALREADY = errorCode(2000222)
/** COMMERCE-111 */
export const TAX_ID_REQUIRED = errorCode(2000223)
/** COMMERCE-059 */
export const AMOUNT_TOO_LARGE = errorCode(2000224)
/** The amount is above what was paid for the orders and not refunded (COMMERCE-060). */
export const AMOUNT_ABOVE_PAID = errorCode(2000225)
/** The invoice has another state by now, from which the action does not lead on. */
export const INVOICE_STATE_CHANGED = errorCode(401101)
/** The amount is below what can be invoiced: the list that the form was made from is out of date. */
export const AMOUNT_CHANGED = errorCode(401102)
/** The taxpayer id has a wrong form, or its last digit does not fit the others. */
export const TAXPAYER_ID_WRONG = errorCode(401103)
/** A special invoice needs a company with taxpayer id, registered address and phone, bank and account. */
export const VAT_SPECIAL_INCOMPLETE = errorCode(401104)
/** Another invoice has this number. */
export const INVOICE_NUMBER_TAKEN = errorCode(401105)
