/** The door of pictures for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { pictures } from './contract.ts'
import { routes } from './server/routes.ts'

export const picturesServer = serverModule({ name: 'pictures', contract: pictures, routes })
