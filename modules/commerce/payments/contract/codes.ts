import { errorCode } from '#kit/errors.ts'

/** The provider is not set up, or not for this company. */
export const PROVIDER_UNAVAILABLE = errorCode(399001)
/** A payment of this thing has counted already. */
export const ALREADY_PAID = errorCode(399002)
/** The state of the payment forbids it; `data.state` says which it is. */
export const PAYMENT_STATE = errorCode(399003)
/** More than what is left of the payment: `data.refundable`, in hundredths. */
export const REFUND_TOO_MUCH = errorCode(399004)
/** The test provider is off on this server. */
export const TEST_PAYMENT_OFF = errorCode(399005)
/** The receipt is no longer the one that waits. */
export const RECEIPT_DECIDED = errorCode(399006)
/** The file is no bill of this provider: `data.line` says where it ends to be one. */
export const BILL_UNREADABLE = errorCode(399007)
/** The bill has lines of another day than the one it is imported for. */
export const BILL_OF_OTHER_DAY = errorCode(399008)
/** The refund has been decided, or is no transfer that a person decides. */
export const REFUND_STATE = errorCode(399009)
