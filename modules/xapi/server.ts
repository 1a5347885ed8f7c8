/** The record store's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { xapi } from './contract.ts'
import { addRecordStore } from './server/http/endpoint.ts'
import { xapiPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const xapiServer = serverModule({
  name: 'xapi',
  contract: xapi,
  routes,
  extensions: [xapiPersonalData],
  pages: addRecordStore,
})
