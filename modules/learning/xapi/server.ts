/** The record store's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { xapi } from './contract.ts'
import { addRecordStore } from './server/http/endpoint.ts'
import { xapiPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { answerLaunched, Forbidden, type LaunchedContent } from './server/http/endpoint.ts'
export { actorKey } from './server/rules/actors.ts'
export type { JsonObject } from './server/rules/scalars.ts'
export { putOwnState, storeOwnStatements } from './server/statements/own.ts'

export const xapiServer = serverModule({
  name: 'xapi',
  contract: xapi,
  routes,
  extensions: [xapiPersonalData],
  pages: addRecordStore,
})
