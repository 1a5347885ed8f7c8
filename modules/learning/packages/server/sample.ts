/** A row of a company in every table of packages: what hostile calls of another company are not to reach. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { packagesTables } from './db.ts'
import { tokenDigest } from './launches.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = packagesTables(connection)
  const [packageId, unitId, attemptId, launchId] = [newId(), newId(), newId(), newId()]
  await sql`
    insert into packages.package (id, company_id, file_id, kind, state, title, content_key, created_by, created_at, prepared_at)
    values (${packageId}, ${companyId}, ${newId()}, 'cmi5', 'ready', ${marker}, ${newId()}, ${chief.id}, ${now}, ${now})`.execute(
    db,
  )
  await sql`
    insert into packages.entry (package_id, path, company_id, start, length, size_bytes, is_gzip, content_type)
    values (${packageId}, ${marker}, ${companyId}, 0, 1, 1, false, 'text/html')`.execute(db)
  await sql`
    insert into packages.unit (id, package_id, company_id, position, identifier, title, href)
    values (${unitId}, ${packageId}, ${companyId}, 0, ${marker}, ${marker}, 'index.html')`.execute(db)
  await sql`
    insert into packages.attempt (id, company_id, package_id, member_id, mode, course_id, section_id, started_at, updated_at)
    values (${attemptId}, ${companyId}, ${packageId}, ${learner.id}, 'learn', ${newId()}, ${newId()}, ${now}, ${now})`.execute(
    db,
  )
  await sql`
    insert into packages.unit_state (attempt_id, unit_id, company_id, updated_at)
    values (${attemptId}, ${unitId}, ${companyId}, ${now})`.execute(db)
  await sql`
    insert into packages.launch (id, company_id, attempt_id, token_sha256, language, launched_at, expires_at)
    values (${launchId}, ${companyId}, ${attemptId}, ${tokenDigest(launchId)}, 'cn', ${now}, ${now + 1})`.execute(db)
  await sql`
    insert into packages.interaction (attempt_id, unit_id, position, company_id, identifier, content, answered_at)
    values (${attemptId}, ${unitId}, 0, ${companyId}, ${marker}, '{}', ${now})`.execute(db)
  await sql`
    insert into packages.unit_launch (id, company_id, launch_id, attempt_id, unit_id, launched_at)
    values (${newId()}, ${companyId}, ${launchId}, ${attemptId}, ${unitId}, ${now})`.execute(db)
}
