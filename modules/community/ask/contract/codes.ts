/** Why the ask bar refuses. */
import { errorCode } from '#kit/errors.ts'

/** The question is closed, withdrawn or removed. `data.state` */
export const QUESTION_CLOSED = errorCode(70601)
/** A question with answers can't be withdrawn or removed by the asker, because the answers belong to others. */
export const QUESTION_ANSWERED = errorCode(70602)
/** Somebody has changed the text since it was read. `data.revision`: its present revision */
export const TEXT_CHANGED = errorCode(70603)
/** A member answers a question once, and edits the answer from then on. */
export const ANSWERED_ALREADY = errorCode(70604)
export const EXPERTS_ONLY = errorCode(70605)
/** The bounty went to the accepted answer, so no other answer is accepted any more. */
export const BOUNTY_PAID = errorCode(70606)
/** A question with answers and an open bounty isn't closed, because somebody may have earned the bounty. */
export const BOUNTY_OPEN = errorCode(70607)
/** An answer by the asker would reveal the asker of an anonymous question. */
export const ANONYMOUS_ASKER = errorCode(70608)
/** The most bounties that one member pays another a day. `data.max` */
export const BOUNTIES_OF_PAIR_USED_UP = errorCode(70609)
/** `data.max`: experts who can be invited to one question. */
export const TOO_MANY_INVITATIONS = errorCode(70610)
/** The expert takes no invitations now. */
export const EXPERT_AWAY = errorCode(70611)
/** An accepted answer stays; only moderators remove it. */
export const ANSWER_ACCEPTED = errorCode(70612)
/** The question that this one should lead to is closed itself. */
export const DUPLICATE_TARGET_CLOSED = errorCode(70613)
/** Only an accepted answer becomes a knowledge card. */
export const ANSWER_NOT_ACCEPTED = errorCode(70614)
/** A question takes no more follow-ups. `data.max` */
export const FOLLOW_UPS_FULL = errorCode(70615)
