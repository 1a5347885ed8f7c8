/** The door of classrooms for other modules' server code: the registration, and rooms for what they plan. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { classrooms } from './contract.ts'
import { bookingCalendar } from './server/calendar.ts'
import { bookingMessages } from './server/news.ts'
import { classroomsData } from './server/personal-data.ts'
import { bookingSubject } from './server/reviewing.ts'
import { routes } from './server/routes.ts'
import { bookingTodos } from './server/todos.ts'

/** @public For modules with meetings at a place: classes. */
export {
  assertRoomsFor,
  bookRoom,
  freeRooms,
  releaseRooms,
  roomConflicts,
  roomNames,
} from './server/linked-bookings.ts'

export const classroomsServer = serverModule({
  name: 'classrooms',
  contract: classrooms,
  routes,
  extensions: [...bookingMessages, bookingSubject, bookingTodos, bookingCalendar, personalData(classroomsData)],
})
