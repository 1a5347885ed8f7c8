/** The door of papers for other modules' server code: a paper as it is drawn for somebody. */
import { serverModule } from '#server/module.ts'
import { papers } from './contract.ts'
import { keptByPapers } from './server/kept-versions.ts'
import { papersPersonalData } from './server/personal-data.ts'
import { paperRecycling } from './server/recycling.ts'
import { routes } from './server/routes.ts'
import { countExposureJob } from './server/shown.ts'
import { useOfQuestions } from './server/use-of-questions.ts'

export { type DrawnPaper, drawPaper } from './server/drawing.ts'
export { findReadyPaper } from './server/ready-papers.ts'

export const papersServer = serverModule({
  name: 'papers',
  contract: papers,
  routes,
  jobs: [countExposureJob],
  extensions: [keptByPapers, paperRecycling, papersPersonalData, useOfQuestions],
})
