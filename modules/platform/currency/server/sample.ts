/** A row of a company in every table of currency: what hostile calls of another company are not to reach. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { buildIssue } from './accounts.fixture.ts'
import { currencyTables } from './db.ts'
import { reserve } from './reservations.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = currencyTables(connection)
  const owner = { kind: 'person', id: learner.id } as const
  const { transferId } = await buildIssue(connection, { companyId, owner, amount: 1000n, subject: marker, now })
  await reserve(connection, {
    companyId,
    memberId: learner.id,
    kind: 1,
    amount: 100n,
    tradeType: 7,
    eventKey: `order:${marker}`,
    businessId: learner.id,
    subject: marker,
    expiresAt: now + dayMs,
    now,
  })
  const json = JSON.stringify({ marker })
  await sql`insert into currency.request (company_id, member_id, key, digest, answer, created_at)
    values (${companyId}, ${learner.id}, ${`key-${marker}`}, ''::bytea, ${json}, ${now})`.execute(db)
  await sql`insert into currency.reward_rule (company_id, event, kind, enabled, amount, updated_by, updated_at)
    values (${companyId}, ${marker}, 2, true, 100, ${chief.id}, ${now})`.execute(db)
  await sql`insert into currency.award (company_id, event_key, kind, member_id, event, day, amount, source, transfer_id, created_at)
    values (${companyId}, ${marker}, 2, ${learner.id}, ${marker}, '2026-01-01', 1, ${marker}, ${transferId}, ${now})`.execute(
    db,
  )
  await sql`insert into currency.rule_change (id, company_id, rule, event, kind, value_before, value_after, changed_by, changed_at)
    values (${uuid()}, ${companyId}, 'reward', ${marker}, 2, '{}', ${json}, ${chief.id}, ${now})`.execute(db)
  await sql`insert into currency.expiry_rule (company_id, kind, months, notice_days, updated_by, updated_at)
    values (${companyId}, 2, 0, 30, ${chief.id}, ${now})`.execute(db)
  await sql`insert into currency.expiry_run (company_id, kind, due_at) values (${companyId}, 2, ${now})`.execute(db)
  const problems = JSON.stringify([{ rule: 'balance', id: companyId, expected: marker, found: marker }])
  await sql`insert into currency.proof (id, company_id, started_at, figures, problems)
    values (${uuid()}, ${companyId}, ${now}, '[]', ${problems})`.execute(db)
}
