import { text } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { operationsTables } from '../db.ts'
import { anchorAuditJob } from './anchors.ts'
import { recordAction } from './entries.ts'
import { sealAuditJob, sealBatch } from './seal.ts'
import { verifyAllJob } from './verifications.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '赵一' })
  learner = await buildMember(platform.db, { companyId, fullName: '钱二' })
})

const log = (member = chief) => platform.client(operations, member)

async function changeRule(member: BuiltMember, currencyName: string): Promise<void> {
  platform.now += 1000
  await platform
    .client(settings, member)
    .changeRule({ params: { key: 'CURRENCY_RULE_CONFIG' }, body: { value: { currencyName } } })
}

async function seal(): Promise<void> {
  await enqueue(platform.db, sealAuditJob, {})
  await platform.runJobs()
}

/** Writes and seals entries. */
async function sealed(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await changeRule(chief, `币${index}`)
  await seal()
}

async function verify() {
  const { taskId } = await log().verifyAudit()
  await platform.runJobs()
  const task = await log().taskById({ params: { id: taskId } })
  const { lastCheck } = await log().auditChain()
  return { ...lastCheck, taskState: task.state, problems: task.problemCount }
}

/** Changes entries as only a person with access to the database can. */
async function tamper(statement: RawBuilder<unknown>): Promise<void> {
  await platform.root.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await statement.execute(transaction)
  })
}

describe('the audit log', () => {
  it('records member, action, subject, changes and origin', async () => {
    await changeRule(chief, '金豆')
    const { items, recordCount } = await log().listAudit()
    expect(recordCount).toBe(1)
    expect(items[0]).toMatchObject({
      actorId: chief.id,
      actorName: '赵一',
      actorRoles: expect.arrayContaining(['super-admin']),
      action: 'settings.changeRule',
      at: platform.now,
      ip: '127.0.0.1',
      seq: null,
      isRedacted: false,
      input: { key: 'CURRENCY_RULE_CONFIG', value: { currencyName: '金豆' } },
    })
    const entry = await log().auditEntry({ params: { id: items[0]?.id ?? '' } })
    expect(entry).toEqual(items[0])
  })

  it('records only changed fields, and one entry per subject', async () => {
    await recordAction(platform.db, {
      companyId,
      actorId: null,
      action: 'operations.sample',
      subjects: [
        { type: 'thing', id: 'a', name: '甲', before: { name: '甲', size: 1 }, after: { name: '甲', size: 2 } },
        { type: 'thing', id: 'b', name: '乙' },
      ],
      input: { reason: 'x'.repeat(5000) },
      now: platform.now,
    })
    const { items } = await log().listAudit({ query: { action: 'operations.sample' } })
    const first = items.find((item) => item.subjectId === 'a')
    expect(first).toMatchObject({ before: { size: 1 }, after: { size: 2 }, subjectName: '甲', actorName: null })
    expect(first?.input?.reason).toHaveLength(4001)
    expect(items.find((item) => item.subjectId === 'b')).toMatchObject({ before: null, input: null })
  })

  it('records nothing of a refused call', async () => {
    const wrong = platform
      .client(settings, chief)
      .changeRule({ params: { key: 'NOTHING' }, body: { value: { switchOpen: '1' } } })
    await refusal(wrong)
    expect((await log().listAudit()).recordCount).toBe(0)
  })

  it('finds entries by actor, action, subject, time and any text', async () => {
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    await changeRule(chief, '金豆')
    const begin = platform.now
    await changeRule(other, '银豆')
    await changeRule(other, '100%_豆')
    const count = async (query: Parameters<ReturnType<typeof log>['listAudit']>[0]) =>
      (await log().listAudit(query)).recordCount
    expect(await count({ query: { actorId: other.id } })).toBe(2)
    expect(await count({ query: { action: 'settings.changeRule' } })).toBe(3)
    expect(await count({ query: { action: 'settings.other' } })).toBe(0)
    expect(await count({ query: { keyword: '银豆' } })).toBe(2)
    expect(await count({ query: { keyword: '0%_' } })).toBe(1)
    expect(await count({ query: { keyword: '"' } })).toBe(0)
    expect(await count({ query: { from: begin + 1 } })).toBe(2)
    expect(await count({ query: { to: begin } })).toBe(1)
    expect((await log().auditActions()).items).toEqual(['settings.changeRule'])
    const { items } = await log().auditActors({ query: { keyword: '赵' } })
    expect(items).toEqual([expect.objectContaining({ id: chief.id, fullName: '赵一' })])
  })

  it('is closed to other companies, learners and administrators of a single organization', async () => {
    await changeRule(chief, '金豆')
    const [own] = (await log().listAudit()).items
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    expect((await log(stranger).listAudit()).recordCount).toBe(0)
    const looked = log(stranger).auditEntry({ params: { id: own?.id ?? '' } })
    expect(await refusal(looked)).toMatchObject({ errorCode: 900005 })
    expect(await refusal(log(learner).listAudit())).toMatchObject({ errorCode: 10138 })
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '分部' })
    const local = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    expect(await refusal(log(local).listAudit())).toMatchObject({ errorCode: 10138 })
  })

  it('exports all entries of one instant, even if they exceed a batch', async () => {
    const subjects = Array.from({ length: 1500 }, (_, index) => ({
      type: 'thing',
      id: `t${index}`,
      name: `物${index}`,
    }))
    const action = 'operations.sample'
    await recordAction(platform.db, { companyId, actorId: chief.id, action, now: platform.now, subjects })
    const answer = await platform.app.inject({
      url: `/api/v1/system/audit/export?format=csv&action=${action}`,
      headers: { authorization: `Bearer ${chief.token}` },
    })
    const [, ...lines] = answer.rawPayload.toString().trim().split('\r\n')
    const names = lines.map((line) => /物\d+/.exec(line)?.[0])
    expect(lines).toHaveLength(1500)
    expect(new Set(names).size).toBe(1500)
  })

  it.each(['xlsx', 'csv'] as const)('exports the matching entries as %s without formulas', async (format) => {
    await changeRule(chief, '=1+1')
    await recordAction(platform.db, {
      ...{ companyId, actorId: chief.id, action: 'operations.sample', now: platform.now },
      subjects: [{ type: 'thing', id: 'a', name: '=HYPERLINK("http://example.com")' }],
    })
    await seal()
    const answer = await platform.app.inject({
      url: `/api/v1/system/audit/export?format=${format}&action=operations.sample`,
      headers: { authorization: `Bearer ${chief.token}`, 'accept-language': 'en' },
    })
    expect(answer.headers['content-disposition']).toContain(`audit-log.${format}`)
    const { items } = await log().listAudit({ query: { action: 'operations.sample' } })
    if (format === 'csv') {
      const lines = answer.rawPayload.toString().trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`"'=HYPERLINK(""http://example.com"")"`)
      expect(lines[1]).toContain('赵一')
      expect(lines[1]).toContain(items[0]?.hash)
    } else {
      const rows = await readSheet(answer.rawPayload)
      expect(rows).toHaveLength(2)
      expect(rows[1]?.slice(2, 8)).toEqual(expect.arrayContaining(['赵一', chief.id, 'operations.sample', 'thing']))
      expect(rows[1]?.[14]).toBe(items[0]?.hash)
    }
    const { items: taken } = await log().listAudit({ query: { action: 'operations.exportAudit' } })
    expect(taken).toEqual([
      expect.objectContaining({ actorId: chief.id, input: { format, action: 'operations.sample' } }),
    ])
  })

  it.each([
    ['cn', '学员、超级管理员', '修改功能开关', '功能开关', '学币名称', '名称：积分币', '名称：星币'],
    [
      'en',
      'Learner, Super administrator',
      'Changed a switch',
      'Switch',
      'Name of the coin',
      'Name: 积分币',
      'Name: 星币',
    ],
  ] as const)('exports in the words of the screen and the time of the company (%s)', async (language, ...words) => {
    await changeRule(chief, '积分币')
    await changeRule(chief, '星币')
    const answer = await platform.app.inject({
      url: '/api/v1/system/audit/export?format=xlsx&action=settings.changeRule',
      headers: { authorization: `Bearer ${chief.token}`, 'accept-language': language },
    })
    const [, row = []] = await readSheet(answer.rawPayload)
    const [role, action, type, subject, before, after] = words
    expect(row.slice(4, 8)).toEqual([role, action, type, subject])
    expect(row.slice(9, 11)).toEqual([before, after])
    // Eight hours ahead of UTC, in the default time zone of a company.
    expect(row[1]).toBe(new Date(platform.now + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
  })

  it('refuses changes and deletions by the program', async () => {
    await sealed(1)
    const table = sql.raw('operations.audit_entry')
    for (const statement of [
      sql`update ${table} set details = '{}' where company_id = ${companyId}`,
      sql`update ${table} set actor_id = null where company_id = ${companyId}`,
      sql`update ${table} set seq = 7 where company_id = ${companyId}`,
      sql`delete from ${table} where company_id = ${companyId}`,
    ]) {
      await expect(statement.execute(platform.root)).rejects.toThrow(/audit log are not/)
    }
  })
})

describe('the chain', () => {
  it('seals committed entries once, in the order of their commits', async () => {
    await sealed(3)
    await seal()
    await changeRule(chief, '最后')
    await seal()
    const { items } = await log().listAudit()
    expect(items.map((item) => item.seq)).toEqual([4, 3, 2, 1])
    expect(new Set(items.map((item) => item.hash)).size).toBe(4)
    const { head, unsealed } = await log().auditChain()
    expect(head).toMatchObject({ seq: 4, hash: items[0]?.hash })
    expect(unsealed).toBe(0)
    expect(await verify()).toMatchObject({ fault: null, entries: 4, taskState: 'done', problems: 0 })
  })

  it('is sealed by one process at a time while requests continue', async () => {
    const db = operationsTables(platform.db)
    const writing = Array.from({ length: 40 }, (_, index) => changeRule(chief, `币${index}`))
    const sealing = Array.from({ length: 12 }, () =>
      platform.root
        .transaction()
        .execute((transaction) => sealBatch(transaction as unknown as typeof db, companyId, platform.now)),
    )
    await Promise.all([...writing, ...sealing])
    await seal()
    // The call of verifyAudit itself is logged after the verification.
    expect(await verify()).toMatchObject({ fault: null, entries: 40 })
  })

  it('shows unsealed entries as such', async () => {
    await changeRule(chief, '金豆')
    expect(await log().auditChain()).toMatchObject({ head: null, unsealed: 1 })
    expect(await verify()).toMatchObject({ fault: null, entries: 0, seq: 0, hash: null })
  })

  it('verifies every night, and the status page shows a fault', async () => {
    await sealed(2)
    await tamper(sql`update operations.audit_entry set actor_id = ${learner.id} where company_id = ${companyId}`)
    await enqueue(platform.db, verifyAllJob, {})
    await platform.runJobs()
    expect((await log().auditChain()).lastCheck).toMatchObject({ fault: 'changed', faultSeq: 1, checkedBy: null })
    const { parts } = await log().platformStatus()
    expect(parts.find((part) => part.name === 'audit')).toMatchObject({ state: 'down' })
  })

  it('runs one verification at a time', async () => {
    await sealed(1)
    const first = await log().verifyAudit()
    expect(await log().verifyAudit()).toEqual(first)
    expect(await log().auditChain()).toMatchObject({ checking: first.taskId })
    await platform.runJobs()
  })
})

describe('tampering in the database itself shows', () => {
  const here = () => sql`company_id = ${companyId}`
  const table = sql.raw('operations.audit_entry')
  const head = sql.raw('operations.audit_head')

  it.each([
    [
      'a changed detail',
      () => sql`update ${table} set details = replace(details, '币1', '币9') where ${here()} and seq = 2`,
      'changed',
      2,
    ],
    [
      'another actor',
      () => sql`update ${table} set actor_id = ${learner.id} where ${here()} and seq = 3`,
      'changed',
      3,
    ],
    ['another time', () => sql`update ${table} set at = at - 1 where ${here()} and seq = 4`, 'changed', 4],
    [
      'another address',
      () => sql`update ${table} set origin = '{"ip":"10.0.0.1"}' where ${here()} and seq = 1`,
      'changed',
      1,
    ],
    ['a removed entry', () => sql`delete from ${table} where ${here()} and seq = 2`, 'removed', 2],
    ['a removed beginning', () => sql`delete from ${table} where ${here()} and seq <= 2`, 'removed', 1],
    [
      'two entries in each other’s place',
      () => sql`update ${table} set seq = 1005 - seq where ${here()} and seq in (2, 3)`,
      'removed',
      2,
    ],
    ['a cut end', () => sql`delete from ${table} where ${here()} and seq >= 4`, 'cut-off', 4],
    [
      'a blanked entry',
      () => sql`update ${table} set details = null, details_salt = null where ${here()} and seq = 2`,
      'changed',
      2,
    ],
    [
      'an entry blanked behind an erasure that never was',
      () =>
        sql`update ${table} set details = null, details_salt = null, redacted_for = ${learner.id} where ${here()} and seq = 2`,
      'redacted',
      2,
    ],
    [
      'an added entry',
      () =>
        sql`insert into ${table} select gen_random_uuid(), company_id, actor_id, actor_roles, action, subject_type, subject_id, details, details_salt, details_digest, origin, origin_salt, origin_digest, at, null, 6, hash from ${table} where ${here()} and seq = 5`,
      'added',
      6,
    ],
    ['a head set back', () => sql`update ${head} set seq = 4 where ${here()}`, 'added', 5],
    ['no head at all', () => sql`delete from ${head} where ${here()}`, 'added', 1],
  ] as const)('%s', async (_, statement, fault, faultSeq) => {
    await sealed(5)
    await tamper(statement())
    expect(await verify()).toMatchObject({ fault, faultSeq, taskState: 'done', problems: 1 })
  })

  it('entries after a removed head are still sealed, and the fault stays', async () => {
    await sealed(3)
    await tamper(sql`delete from ${head} where ${here()}`)
    await changeRule(chief, '以后')
    await seal()
    expect(await log().auditChain()).toMatchObject({ head: { seq: 4 }, unsealed: 0 })
    expect(await verify()).toMatchObject({ fault: 'changed', faultSeq: 4 })
  })

  it('a truncated chain with a matching head differs from the copy outside the database', async () => {
    await sealed(5)
    await enqueue(platform.db, anchorAuditJob, {})
    await platform.runJobs()
    const { anchor, head: known } = await log().auditChain()
    expect(anchor).toMatchObject({ seq: 5, hash: known?.hash })
    await tamper(sql`delete from ${table} where ${here()} and seq = 5`)
    await tamper(sql`update ${head} h set seq = 4, hash = e.hash from ${table} e
      where h.company_id = ${companyId} and e.company_id = ${companyId} and e.seq = 4`)
    expect(await verify()).toMatchObject({ fault: 'cut-off', faultSeq: 5 })
  })

  it('a rebuilt chain differs from the copy outside the database', async () => {
    await sealed(3)
    await enqueue(platform.db, anchorAuditJob, {})
    await platform.runJobs()
    await tamper(sql`update ${table} set seq = null, hash = null, actor_id = ${learner.id} where ${here()}`)
    await tamper(sql`delete from ${head} where ${here()}`)
    await seal()
    expect(await verify()).toMatchObject({ fault: 'anchor', faultSeq: 3 })
  })

  it('the first copy of a day is never overwritten', async () => {
    await sealed(1)
    const copy = async () => {
      await enqueue(platform.db, anchorAuditJob, {})
      await platform.runJobs()
    }
    await copy()
    await changeRule(chief, '更多')
    await seal()
    await copy()
    expect((await log().auditChain()).anchor).toMatchObject({ seq: 1 })
    platform.now += 86_400_000
    await copy()
    chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    expect((await log().auditChain()).anchor).toMatchObject({ seq: 2 })
    const key = `audit-${companyId.replaceAll('-', '')}-${new Date(platform.now).toISOString().slice(0, 10)}`
    expect(JSON.parse(await text(await platform.outside.storage.get(key)))).toMatchObject({ seq: 2 })
  })
})
