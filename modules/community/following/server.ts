/** The door of following for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { following } from './contract.ts'
import { routes } from './server/routes.ts'

export const followingServer = serverModule({ name: 'following', contract: following, routes })
