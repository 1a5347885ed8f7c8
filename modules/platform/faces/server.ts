/** The door of faces for other modules' server code: the registration, and the functions that others may call. */

import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { faces } from './contract.ts'
import { facesHealth } from './server/health.ts'
import { facesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { type Comparing, comparedFace, facesAreOpen } from './server/comparisons.ts'

export const facesServer = serverModule({
  name: 'faces',
  contract: faces,
  routes,
  extensions: [facesHealth, personalData(facesData)],
})
