/** The door of classes for other modules' server code: the registration. They meet classes as a kind of content. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { classes } from './contract.ts'
import { classKind } from './server/class-kind.ts'
import { classLifecycle } from './server/class-lifecycle.ts'
import { classesData } from './server/personal-data.ts'
import { afterFinished } from './server/progress.ts'
import { routes } from './server/routes.ts'

export const classesServer = serverModule({
  name: 'classes',
  contract: classes,
  routes,
  jobs: [afterFinished],
  extensions: [...classLifecycle.extensions, ...classKind, personalData(classesData)],
})
