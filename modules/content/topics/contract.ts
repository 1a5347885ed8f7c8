/** Topics, and what a member does to any item: collect, comment, score. The entries stand in contract/, by noun. */
import { contract } from '#kit/contract.ts'
import { collectCalls } from './contract/collects.ts'
import { commentCalls } from './contract/comments.ts'
import { scoreCalls } from './contract/scores.ts'
import { topicCalls } from './contract/topics.ts'

export { COMMENT_REMOVED, COMMENTS_CLOSED } from './contract/codes.ts'
export { MENTIONS_MAX } from './contract/comments.ts'

export const topics = contract({ ...topicCalls, ...collectCalls, ...commentCalls, ...scoreCalls })
