/** The door of news for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { news } from './contract.ts'
import { newsData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const newsServer = serverModule({
  name: 'news',
  contract: news,
  routes,
  extensions: [personalData(newsData)],
})
