/** The door of specimens for other modules' server code: the registration. They meet specimens as a kind of content. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { specimens } from './contract.ts'
import { specimensData } from './server/personal-data.ts'
import { afterFinished } from './server/progress.ts'
import { routes } from './server/routes.ts'
import { specimenKind } from './server/specimen-kind.ts'
import { specimenLifecycle } from './server/specimen-lifecycle.ts'

export const specimensServer = serverModule({
  name: 'specimens',
  contract: specimens,
  routes,
  jobs: [afterFinished],
  extensions: [...specimenLifecycle.extensions, ...specimenKind, personalData(specimensData)],
})
