/** Background work of messages. */
import { dispatchDueJob, dispatchJob } from './dispatch.ts'
import { fanOutJob, prepareJob } from './fan-out.ts'
import { forgetJob } from './forget.ts'
import { remindJob } from './reminders.ts'

export const jobs = [fanOutJob, prepareJob, remindJob, dispatchJob, dispatchDueJob, forgetJob]
