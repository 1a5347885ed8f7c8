/** The door of rankings for other modules' server code: the registration. What counts is noted by `server.note_figure`. */
import { serverModule } from '#server/module.ts'
import { rankings } from './contract.ts'
import { rankFinished } from './server/finished.ts'
import { countJob, followJob, followSettingsJob } from './server/jobs.ts'
import { rankingsPersonalData } from './server/personal-data.ts'
import { rebuildJob } from './server/rebuilding.ts'
import { routes } from './server/routes.ts'

export const rankingsServer = serverModule({
  name: 'rankings',
  contract: rankings,
  routes,
  jobs: [countJob, followJob, followSettingsJob, rebuildJob],
  extensions: [rankFinished, rankingsPersonalData],
})
