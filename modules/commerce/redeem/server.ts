/** The door of redeem for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { redeem } from './contract.ts'
import { redeemData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const redeemServer = serverModule({
  name: 'redeem',
  contract: redeem,
  routes,
  extensions: [personalData(redeemData)],
})
