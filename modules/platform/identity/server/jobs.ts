/** Background work of identity. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { identityTables } from './db.ts'
import { recheckWork } from './import-recheck.ts'
import { importWork, readingWork } from './import-work.ts'
import { sendCode, sendCodeBySms } from './verification-codes.ts'

const dayMs = 86_400_000
const logDays = 180

/** Deletes expired rows. */
const forget = job({
  name: 'identity.forget',
  payload: Type.Object({}),
  cron: '17 19 * * *',
  async run(connection, _payload, { now }) {
    const db = identityTables(connection)
    await sql`delete from identity.verification_code where sent_at < ${now - 2 * dayMs}`.execute(db)
    await sql`delete from identity.qr_code where expires_at < ${now - dayMs}`.execute(db)
    await sql`delete from identity.single_sign_on where expires_at < ${now - dayMs}`.execute(db)
    await sql`delete from identity.tried_account where wrong_password_at < ${now - dayMs}`.execute(db)
    await sql`delete from identity.session where refresh_expires_at < ${now - dayMs}`.execute(db)
    await sql`delete from identity.sign_in_record where at < ${now - logDays * dayMs}`.execute(db)
    await sql`delete from identity.member_import where created_at < ${now - 30 * dayMs}`.execute(db)
  },
})

export const jobs = [sendCode, sendCodeBySms, forget, readingWork.job, recheckWork.job, importWork.job]
