/** The door of help for other modules' server code: the registration. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { help } from './contract.ts'
import { searchedArticle } from './server/article-search.ts'
import { feedbackAnswered, feedbackReceived } from './server/message-types.ts'
import { helpData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const helpServer = serverModule({
  name: 'help',
  contract: help,
  routes,
  extensions: [messageType(feedbackReceived), messageType(feedbackAnswered), personalData(helpData), searchedArticle],
})
