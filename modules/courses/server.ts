/** Courses' door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { courses } from './contract.ts'
import { finishAfterPublishing } from './server/jobs.ts'
import { coursePublication } from './server/publication.ts'
import { courseRecycling } from './server/recycling.ts'
import { routes } from './server/routes.ts'

export const coursesServer = serverModule({
  name: 'courses',
  contract: courses,
  routes,
  jobs: [finishAfterPublishing],
  extensions: [coursePublication, courseRecycling],
})
