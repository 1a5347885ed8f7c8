/** The door of lecturers for other modules' server code: the registration, who a lecturer is, and the times that are booked. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { lecturers } from './contract.ts'
import { bookingMessages } from './server/booking-news.ts'
import { teachingCalendar } from './server/calendar.ts'
import { lecturersData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { directoryAsRegister } from './server/standing.ts'

/** @public For modules that plan training. */
export {
  type BookingRef,
  bookLecturers,
  busyLecturers,
  type LecturerBooking,
  releaseLecturers,
} from './server/bookings.ts'
/** @public For modules with calls of lecturers. */
export { assertLecturer, type KnownLecturer, lecturersByIds } from './server/standing.ts'

export const lecturersServer = serverModule({
  name: 'lecturers',
  contract: lecturers,
  routes,
  extensions: [directoryAsRegister, personalData(lecturersData), teachingCalendar, ...bookingMessages],
})
