/** The door of addresses for other modules' server code: copies of addresses, and new ones that come along with a call. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { addresses } from './contract.ts'
import { addressesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { type AddressCopy, addAddress, addressOf } from './server/addresses.ts'

export const addressesServer = serverModule({
  name: 'addresses',
  contract: addresses,
  routes,
  extensions: [personalData(addressesData)],
})
