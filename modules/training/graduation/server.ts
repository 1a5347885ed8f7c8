/** The door of graduation: the registration. Whether somebody has graduated is asked of classes, or of study. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { graduation } from './contract.ts'
import { batchWork } from './server/batches.ts'
import { graduationPart } from './server/class-part.ts'
import { graduationMessages, retrainingTodos } from './server/news.ts'
import { graduationData } from './server/personal-data.ts'
import { retrainingJob } from './server/retraining.ts'
import { routes } from './server/routes.ts'

export const graduationServer = serverModule({
  name: 'graduation',
  contract: graduation,
  routes,
  jobs: [batchWork.job, retrainingJob],
  extensions: [batchWork.task, graduationPart, ...graduationMessages, retrainingTodos, personalData(graduationData)],
})
