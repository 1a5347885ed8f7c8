/**
 * The door of rooms for other modules' server code: opening rooms, their links, their facts, and the kinds of rooms.
 */
import { serverModule } from '#server/module.ts'
import { rooms } from './contract.ts'
import { finishMedia } from './server/finish-media.ts'
import { tidyRooms } from './server/jobs.ts'
import { roomsPersonalData } from './server/personal-data.ts'
import { replayGrants } from './server/replay/replay-details.ts'
import { removePieces, replayWork } from './server/replay/replay-job.ts'
import { routes } from './server/routes.ts'
import { addRoomSockets } from './server/socket.ts'

export { findAbandonedRooms } from './server/abandoned-rooms.ts'
export { attendanceOf } from './server/attendance.ts'
export { findCompleters, findReplaysWatchedSince, hasWatchedReplay, watchersOfReplays } from './server/completion.ts'
export { assertNoImitation } from './server/guest-names.ts'
export { type RoomKind, type RoomRole, roomKind } from './server/kinds.ts'
export { createRoomLink, type RoomLink, revokeRoomLink, roomLinks } from './server/links.ts'
export { chapterPassages } from './server/replay/chapter-passages.ts'
export { endExternalAttendance, recordExternalAttendance } from './server/replay/external-attendance.ts'
export { findRoomFacts, type RoomFacts } from './server/room-facts.ts'
export { changeRoom, closeRoom, endRoom, lockRoomIfExists, openRoom, reopenRoom, startRoom } from './server/rooms.ts'
export { signIn } from './server/sign-ins.ts'

export const roomsServer = serverModule({
  name: 'rooms',
  contract: rooms,
  routes,
  jobs: [finishMedia, tidyRooms, replayWork.job, removePieces],
  extensions: [roomsPersonalData, replayGrants, replayWork.task],
  plugin: (app, outside, db) => addRoomSockets(app, outside, db),
})
