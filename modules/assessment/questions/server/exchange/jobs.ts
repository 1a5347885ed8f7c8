/** Background work of imports. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { questionsTables } from '../db.ts'
import { importWork, readingWork } from './import-work.ts'

const dayMs = 86_400_000
const importDays = 30

/** Throws away what was imported long ago. */
const forget = job({
  name: 'questions.forget',
  payload: Type.Object({}),
  cron: '29 19 * * *',
  async run(connection, _payload, { now }) {
    await sql`delete from questions.question_import where created_at < ${now - importDays * dayMs}`.execute(
      questionsTables(connection),
    )
  },
})

export const exchangeJobs = [forget, readingWork.job, importWork.job]
export const exchangeTasks = [readingWork.task, importWork.task]
