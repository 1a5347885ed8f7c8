import { errorCode } from '#kit/errors.ts'

/** `data.max`: how many words or groups a company may have. */
export const SEARCH_WORDS_FULL = errorCode(900060)
/** `data.word`: it stands in the list, or in another group, already. */
export const SEARCH_WORD_TAKEN = errorCode(900061)
/** The index of the company is being rebuilt; `data.taskId`. */
export const REBUILD_RUNNING = errorCode(900062)
/** `data.word`: it has no letter, digit or Chinese character, so nobody could find it. */
export const SEARCH_WORD_EMPTY = errorCode(900063)
