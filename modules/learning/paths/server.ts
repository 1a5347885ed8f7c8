/** Learning paths' door for other modules' server code: the registration, and what they extend. */
import { submissionKind } from '#modules/content/submissions/server.ts'
import { serverModule } from '#server/module.ts'
import { paths } from './contract.ts'
import { pathProgress } from './server/finished-contents.ts'
import { announcePathFinished, assignEverywhere, assignOfCompany } from './server/jobs.ts'
import { pathMessages } from './server/messages.ts'
import { pathFigure } from './server/overview.ts'
import { pathKind } from './server/path-kind.ts'
import { pathLifecycle } from './server/path-lifecycle.ts'
import { pathsPersonalData } from './server/personal-data.ts'
import { proofKind } from './server/proof-kind.ts'
import { routes } from './server/routes.ts'
import { pathTodos } from './server/todos.ts'

export const pathsServer = serverModule({
  name: 'paths',
  contract: paths,
  routes,
  jobs: [assignEverywhere, assignOfCompany, announcePathFinished],
  extensions: [
    ...pathKind,
    pathProgress,
    pathFigure,
    ...pathLifecycle.extensions,
    submissionKind(proofKind),
    pathsPersonalData,
    ...pathMessages,
    pathTodos,
  ],
})
