/** The door of search for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { search } from './contract.ts'
import { followJob, followShardJob } from './server/follow.ts'
import { countHotWordsJob, removeOldSearchesJob } from './server/log.ts'
import { personKind } from './server/people.ts'
import { searchPersonalData } from './server/personal-data.ts'
import { rebuildWork } from './server/rebuild.ts'
import { routes } from './server/routes.ts'
import { topicKind } from './server/topics.ts'

export { listDocuments, visibleDocumentsSql } from './server/documents.ts'
export {
  idsOf,
  type Passage,
  type SearchDocument,
  searched,
  searchKind,
} from './server/kinds.ts'

export const searchServer = serverModule({
  name: 'search',
  contract: search,
  routes,
  jobs: [followJob, followShardJob, rebuildWork.job, removeOldSearchesJob, countHotWordsJob],
  extensions: [rebuildWork.task, searchPersonalData, personKind, topicKind],
})
