/** Background work of imports. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { questionsTables } from '../db.ts'
import { dropUnusedFiles } from './import-files.ts'
import { importWork, readingWork } from './import-work.ts'

const dayMs = 86_400_000
const importDays = 30

/** Throws away what was imported long ago. */
const forget = job({
  name: 'questions.forget',
  payload: Type.Object({}),
  cron: '29 19 * * *',
  async run(connection, _payload, { now }) {
    await dropUnusedFiles(connection, now - importDays * dayMs)
    // One with more files than were deleted just now goes with the next run.
    await sql`delete from questions.question_import i where created_at < ${now - importDays * dayMs} and not exists (
      select from questions.question_import_file f where f.import_id = i.id and not f.is_used)`.execute(
      questionsTables(connection),
    )
  },
})

export const exchangeJobs = [forget, readingWork.job, importWork.job]
export const exchangeTasks = [readingWork.task, importWork.task]
