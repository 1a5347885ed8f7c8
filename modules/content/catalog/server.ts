/** Catalog's door for other modules' server code: the declaration of content kinds, and the lifecycle of content. */
import { serverModule } from '#server/module.ts'
import { catalog } from './contract.ts'
import { routes } from './server/routes.ts'

export {
  /** @public */
  articleLength,
  articleText,
  cleanArticle,
  /** @public */
  fileIdsOf,
  /** @public */
  memberIdsMentioned,
} from './server/article.ts'
export { getAuthored, listAuthored } from './server/authored-list.ts'
export { type AuthoringPolicy, authoringPolicy, type OwnedContent } from './server/authoring.policy.ts'
export {
  type ContentCandidate,
  type ContentItem,
  type ContentKind,
  contentKind,
  contentKinds,
  type Facet,
} from './server/kinds.ts'
export { type ContentRecord, Lifecycle } from './server/lifecycle.ts'
export { lifecycleRoutes } from './server/lifecycle-routes.ts'
export {
  type PageEntry,
  type PageModuleKind,
  type PageModuleRequest,
  type PageReader,
  /** @public For what registers a part of pages. */
  type PageSource,
  pageModule,
  pageSource,
} from './server/page-modules.ts'
export { cleanRichText, plainText } from './server/rich-text.ts'
export {
  approvedTransitions,
  type ShelfState,
  type TransitionTable,
  transitionRules,
} from './server/shelf.transitions.ts'
export { hasStarted, tableContent } from './server/table-content.ts'

export const catalogServer = serverModule({ name: 'catalog', contract: catalog, routes })
