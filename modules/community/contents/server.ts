/** The door of contents for other modules’ server code: cards of what a caller may open, and lists of them. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { contents } from './contract.ts'
import { captionsCleanup } from './server/captions.ts'
import { filesOfContents, grantsOfContents } from './server/content-files.ts'
import { searchedContent } from './server/content-search.ts'
import { countReadsJob, scoreContentsJob } from './server/counting.ts'
import { contentKinds } from './server/kinds.ts'
import { contentRecycling } from './server/managing.ts'
import { tellMentionedJob } from './server/mentions.ts'
import { changeApproved, coauthorNamed, contentRemoved, mentioned, notPublished } from './server/messages.ts'
import { contentsPersonalData } from './server/personal-data.ts'
import { countersHealth, recountJob } from './server/recounting.ts'
import { moderatedContent } from './server/review.ts'
import { routes } from './server/routes.ts'
import { publishDue } from './server/scheduling.ts'

export { contentCards, existingContents, openContentsSql } from './server/cards.ts'
export { restrictContents } from './server/content-files.ts'
export { contentGate } from './server/gates.ts'
/** @public For the feed. */
export { contentList, contentsOfAccount } from './server/lists.ts'
export { readersSql } from './server/reading.ts'
export { countListed, newestOfAccountsSql, newestOfTopicsSql, ownContentFigures } from './server/streams.ts'

export const contentsServer = serverModule({
  name: 'contents',
  contract: contents,
  routes,
  jobs: [countReadsJob, scoreContentsJob, publishDue, tellMentionedJob, recountJob, captionsCleanup],
  extensions: [
    ...contentKinds,
    searchedContent,
    contentRecycling,
    filesOfContents,
    grantsOfContents,
    moderatedContent,
    countersHealth,
    contentsPersonalData,
    messageType(coauthorNamed),
    messageType(mentioned),
    messageType(notPublished),
    messageType(contentRemoved),
    messageType(changeApproved),
  ],
})
