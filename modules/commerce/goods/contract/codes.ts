/** Why a call about goods is refused. 407001 and 407002 (sold out, above the limit) are those of orders. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the goods since they were read. `data.revision` */
export const GOODS_CHANGED = errorCode(407003)
/** Goods cost points, coins or both. */
export const PRICE_NEEDED = errorCode(407004)
/** Physical goods need a stock; that of goods with codes comes from the codes. */
export const STOCK_WRONG = errorCode(407005)
/** There would be fewer than none or more than a million. `data.stock`: how many there are */
export const STOCK_BOUNDS = errorCode(407006)
/** A code stands twice in the list, or is there already. `data.place`: which one, from 1 */
export const CODE_TWICE = errorCode(407007)
/** A category of the company has this name already. */
export const CATEGORY_TAKEN = errorCode(407008)
/** The category still has goods. `data.count` */
export const CATEGORY_NOT_EMPTY = errorCode(407009)
/** `data.max`: how many categories a company may have */
export const CATEGORIES_FULL = errorCode(407010)
/** The sale would end before it begins. */
export const SALE_TIME_WRONG = errorCode(407011)
/** Only drafts are deleted. `data.status` */
export const NOT_A_DRAFT = errorCode(407012)
/** Goods with a text need one. */
export const HANDOUT_NEEDED = errorCode(407013)
/** The stock of these goods has no limit, or comes from their codes. */
export const STOCK_NOT_ADJUSTED = errorCode(407014)
