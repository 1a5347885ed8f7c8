/** Learning paths' door for other modules' server code: the registration, and what they extend. */
import { serverModule } from '#server/module.ts'
import { paths } from './contract.ts'
import { assignEverywhere, assignOfCompany, tellPathFinished } from './server/jobs.ts'
import { pathMessages } from './server/messages.ts'
import { pathItem } from './server/path-item.ts'
import { pathsPersonalData } from './server/personal-data.ts'
import { pathRecycling } from './server/recycling.ts'
import { routes } from './server/routes.ts'
import { pathProgress, pathStudy } from './server/study-kind.ts'

export const pathsServer = serverModule({
  name: 'paths',
  contract: paths,
  routes,
  jobs: [assignEverywhere, assignOfCompany, tellPathFinished],
  extensions: [pathStudy, pathProgress, pathRecycling, pathItem, pathsPersonalData, ...pathMessages],
})
