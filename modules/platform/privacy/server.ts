/**
 * The door of privacy. It exports no functions: other modules register their personal data (server/personal-data.ts).
 */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { privacy } from './contract.ts'
import { eraseDueJob, eraseMemberJob } from './server/erase-member.ts'
import { expireExportsJob, exportWork } from './server/make-export.ts'
import { erasureAsked, exportReady } from './server/message-types.ts'
import { privacyPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const privacyServer = serverModule({
  name: 'privacy',
  contract: privacy,
  routes,
  jobs: [exportWork.job, expireExportsJob, eraseMemberJob, eraseDueJob],
  extensions: [exportWork.task, messageType(exportReady), messageType(erasureAsked), privacyPersonalData],
})
