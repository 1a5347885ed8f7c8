/** The door of moderation for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { moderation } from './contract.ts'
import { messageTypes } from './server/messages.ts'
import { moderationPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { moderationTodos } from './server/todos.ts'

export { type DescribedContent, type Measure, moderated } from './server/kinds.ts'
export {
  assertNotMuted,
  liftMute,
  lockMute,
  mutedMembers,
  mutedUntilSql,
  mutePage,
  setMute,
} from './server/mutes.ts'
export { closeCases, openReview, removedByDecisionSql, reopenCase } from './server/opening.ts'

export const moderationServer = serverModule({
  name: 'moderation',
  contract: moderation,
  routes,
  extensions: [...messageTypes, moderationPersonalData, moderationTodos],
})
