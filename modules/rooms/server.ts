/** Rooms's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { rooms } from './contract.ts'
import { routes } from './server/routes.ts'

export const roomsServer = serverModule({ name: 'rooms', contract: rooms, routes })
