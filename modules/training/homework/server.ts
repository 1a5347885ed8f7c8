/** The door of homework for other modules' server code: the registration. They meet homework as a kind of activity. */
import { submissionKind } from '#modules/content/submissions/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { homework } from './contract.ts'
import { homeworkActivity } from './server/activity.ts'
import { homeworkPart } from './server/class-part.ts'
import { homeworkSubmissions } from './server/homework-kind.ts'
import { archiveWork, removeArchives } from './server/make-archive.ts'
import { homeworkMessages } from './server/messages.ts'
import { homeworkData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const homeworkServer = serverModule({
  name: 'homework',
  contract: homework,
  routes,
  jobs: [archiveWork.job, removeArchives],
  extensions: [
    homeworkActivity,
    homeworkPart,
    submissionKind(homeworkSubmissions),
    archiveWork.task,
    ...homeworkMessages,
    personalData(homeworkData),
  ],
})
