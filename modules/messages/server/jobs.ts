/** Background work of messages. */
import { fanOutJob, prepareJob } from './fan-out.ts'
import { remindJob } from './reminders.ts'

export const jobs = [fanOutJob, prepareJob, remindJob]
