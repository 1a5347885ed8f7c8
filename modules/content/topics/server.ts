/** Topics' door for other modules' server code: the kinds of items, the topics of an item, and its figures. */
import { serverModule } from '#server/module.ts'
import { topics } from './contract.ts'
import { tellMentionedJob } from './server/mentions.ts'
import { messageTypes } from './server/messages.ts'
import { moderatedComment } from './server/moderated-comments.ts'
import { commentFigure } from './server/overview.ts'
import { topicsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { collectedSql, collectIdsOf } from './server/collects.ts'
export { whoCommented } from './server/commenters.ts'
export { commentsByDay } from './server/comments-by-day.ts'
export { countsOf, type FiguresRow, figuresOfAllSql, figuresOfRow, figuresSql } from './server/figures.ts'
export { ownComments, plainComments, removeCommentOf, writeComment } from './server/item-comments.ts'
export {
  appearedOfTopicSql,
  itemsOfTopicSql,
  itemTopicsSql,
  setAppeared,
  setTopics,
  setTopicsOfMany,
  topicNames,
  topicsOf,
} from './server/item-topics.ts'
export { discussed, itemKind, topicReference, type VisibleItem } from './server/kinds.ts'
export { findScore, giveScore } from './server/scores.ts'
export { topicDirectorySql, topicIds } from './server/topic-directory.ts'
export { topicIdsByName } from './server/topics-by-name.ts'

export const topicsServer = serverModule({
  name: 'topics',
  contract: topics,
  routes,
  jobs: [tellMentionedJob],
  extensions: [...messageTypes, commentFigure, moderatedComment, topicsPersonalData],
})
