import { errorCode } from '#kit/errors.ts'

/** The state does not allow the action: the terms of a coupon that members may have never change. `data.state` */
export const COUPON_STATE = errorCode(411001)
/** The terms contradict each other. `data.problem`: one of `termsProblems` */
export const COUPON_TERMS_WRONG = errorCode(411002)
/** All are given out. `data.left`: how many are left, fewer than wanted */
export const COUPONS_GONE = errorCode(411003)
/** The caller has had as many as a member may have. `data.max` */
export const COUPON_MEMBER_LIMIT = errorCode(411004)
/** No coupon of the company has this code now. Unknown, stopped, and another company's codes have one answer. */
export const COUPON_CODE_UNKNOWN = errorCode(411005)
/** `data.until`: when the caller may try again */
export const COUPON_TOO_MANY_WRONG_CODES = errorCode(411006)
/** Another coupon that is not stopped has the code. */
export const COUPON_CODE_TAKEN = errorCode(411007)
/** Somebody else has changed the coupon since it was read. `data.revision` */
export const COUPON_CHANGED = errorCode(411008)
/** The number of a coupon is raised and never lowered. `data.total` */
export const COUPON_TOTAL_NOT_RAISED = errorCode(411009)
/** More members at once than one call gives to. `data.max` */
export const COUPON_TOO_MANY_MEMBERS = errorCode(411010)
/** It was used, or another order holds it. `data.state` */
export const COUPON_NOT_FREE = errorCode(411011)
/** It is not valid yet, or no longer. `data`: validFrom, validUntil */
export const COUPON_OUT_OF_TIME = errorCode(411012)
/** The order is none of those that it is for. `data.obstacle` */
export const COUPON_NOT_FITTING = errorCode(411013)
