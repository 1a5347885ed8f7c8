/** The door of news for other modules' server code: the registration, with the news that pages show. */
import { pageModule } from '#modules/content/catalog/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { news } from './contract.ts'
import { newsOfPages } from './server/page-module.ts'
import { newsData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const newsServer = serverModule({
  name: 'news',
  contract: news,
  routes,
  extensions: [personalData(newsData), pageModule(newsOfPages)],
})
