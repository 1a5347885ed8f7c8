/** Rooms' door for other modules' server code: opening rooms, their links, their figures, and the kinds of rooms. */
import { serverModule } from '#server/module.ts'
import { rooms } from './contract.ts'
import { finishMedia } from './server/finish-media.ts'
import { tidyRooms } from './server/jobs.ts'
import { roomsPersonalData } from './server/personal-data.ts'
import { makeReplay, removePieces } from './server/replay/make.ts'
import { replayTasks } from './server/replay/request.ts'
import { routes } from './server/routes.ts'
import { addRoomSockets } from './server/socket.ts'

export { attendanceOf } from './server/attendance.ts'
export { completersOf, replaysWatchedSince } from './server/completion.ts'
export { type RoomKind, type RoomRole, roomKind } from './server/kinds.ts'
export { leftAloneRooms } from './server/left-alone.ts'
export { createRoomLink, type RoomLink, revokeRoomLink, roomLinks } from './server/links.ts'
export { endSeen, recordSeen } from './server/replay/seen.ts'
export { changeRoom, closeRoom, endRoom, holdRoom, openRoom, reopenRoom, startRoom } from './server/rooms.ts'
export { type RoomFacts, roomsOf } from './server/rooms-of.ts'
export { signIn } from './server/signing.ts'

export const roomsServer = serverModule({
  name: 'rooms',
  contract: rooms,
  routes,
  jobs: [finishMedia, tidyRooms, makeReplay, removePieces],
  extensions: [roomsPersonalData, replayTasks],
  plugin: (app, outside, db) => addRoomSockets(app, outside, db),
})
