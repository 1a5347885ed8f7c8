/** Background work of messages. */
import { dispatchDueJob, dispatchJob } from './dispatch.ts'
import { fanOutJob, prepareJob } from './fan-out.ts'
import { remindJob } from './reminders.ts'
import { forgetJob } from './retention.ts'

export const jobs = [fanOutJob, prepareJob, remindJob, dispatchJob, dispatchDueJob, forgetJob]
