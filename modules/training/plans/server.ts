/** The door of plans for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { plans } from './contract.ts'
import { plansPart } from './server/class-part.ts'
import { planSubject } from './server/deciding.ts'
import { plansData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const plansServer = serverModule({
  name: 'plans',
  contract: plans,
  routes,
  extensions: [planSubject, plansPart, personalData(plansData)],
})
