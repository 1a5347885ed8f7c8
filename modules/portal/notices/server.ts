/** The door of notices for other modules' server code: the registration. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { notices } from './contract.ts'
import { noticePublished } from './server/message-types.ts'
import { searchedNotice } from './server/notice-search.ts'
import { noticesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const noticesServer = serverModule({
  name: 'notices',
  contract: notices,
  routes,
  extensions: [messageType(noticePublished), personalData(noticesData), searchedNotice],
})
