import { errorCode } from '#kit/errors.ts'

/** The member has as many addresses as are possible (COMMERCE-093). */
export const ADDRESSES_FULL = errorCode(21901)
/** The address is not one of the caller's; it may be another member's, or none (COMMERCE-094). */
export const ADDRESS_NOT_OWN = errorCode(21902)
/** The code of the county is none that the list of divisions has. */
export const DIVISION_UNKNOWN = errorCode(401001)
