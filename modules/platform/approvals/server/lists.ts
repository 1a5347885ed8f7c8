/** Lists of applications: own, to decide, decided, and those in an administrator's organizations. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { type ProcessState, stateOf } from '../contract/actions.ts'
import type { ProcessRow, TaskRow, TaskState } from '../contract/shapes.ts'
import { absentMembersOf } from './absences.ts'
import type { ApprovalsDb } from './db.ts'
import { peopleOf, personOf } from './people.ts'
import { businessTypeName } from './subjects.ts'

interface Paged extends Paging {}

interface ListedProcess {
  readonly id: string
  readonly business_type: number
  readonly business_id: string
  readonly name: string
  readonly applicant_id: string
  readonly result: number
  readonly revising: boolean
  readonly opinion: string
  readonly started_at: number
  readonly finished_at: number | null
}

const processColumns = sql`p.id, p.business_type, p.business_id, p.name, p.applicant_id, p.result, p.revising,
  p.opinion, p.started_at, p.finished_at`

const ofState: Readonly<Record<ProcessState, ReturnType<typeof sql>>> = {
  running: sql`p.result = 4 and not p.revising`,
  revising: sql`p.revising`,
  agreed: sql`p.result = 1`,
  refused: sql`p.result = 0`,
  withdrawn: sql`p.result = 2`,
}

const matching = (keyword: string | undefined) => containsSql(sql`p.name`, keyword)

/** The current step and approvers of a page of processes, in one statement. */
async function presentSteps(db: ApprovalsDb, processIds: readonly string[]) {
  const { rows } = await sql<{ process_id: string; name: string; holders: string[] }>`
    select s.process_id, s.name, array(select t.holder_id from approvals.task t
      where t.step_id = s.id and t.visit = s.visit and t.state = 'open' order by t.id) as holders
    from approvals.step s where s.process_id = any(${[...processIds]}::uuid[]) and s.state = 'current'`.execute(db)
  return new Map(rows.map((row) => [row.process_id, row]))
}

async function processRows(
  db: ApprovalsDb,
  companyId: string,
  rows: readonly ListedProcess[],
  language: Language,
): Promise<ProcessRow[]> {
  if (rows.length === 0) return []
  const steps = await presentSteps(
    db,
    rows.map((row) => row.id),
  )
  const ids = [...rows.map((row) => row.applicant_id), ...[...steps.values()].flatMap((step) => step.holders)]
  const people = await peopleOf(db, companyId, ids)
  return rows.map((row) => ({
    id: row.id,
    businessType: row.business_type,
    businessTypeName: businessTypeName(row.business_type, language),
    businessId: row.business_id,
    name: row.name,
    applicant: personOf(people, row.applicant_id),
    result: row.result as ProcessRow['result'],
    state: stateOf(row),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    stepName: steps.get(row.id)?.name ?? null,
    waitingFor: (steps.get(row.id)?.holders ?? []).map((id) => personOf(people, id)),
    opinion: row.opinion,
  }))
}

type Condition = ReturnType<typeof sql>

async function pageOfProcesses(
  db: ApprovalsDb,
  companyId: string,
  condition: Condition,
  paged: Paged,
  language: Language,
) {
  const { items: rows, recordCount } = await sqlPage(db, paged, {
    matching: sql`from approvals.process p where ${condition}`,
    rows: (window) => sql<ListedProcess>`
      select ${processColumns} from approvals.process p where ${condition}
      order by p.started_at desc, p.id ${window}`,
  })
  return { items: await processRows(db, companyId, rows, language), recordCount }
}

export function listOwn(
  db: ApprovalsDb,
  caller: Caller,
  query: Paged & { readonly state?: ProcessState; readonly keyword?: string },
  language: Language,
) {
  const { companyId, memberId } = caller
  const state = query.state ? ofState[query.state] : sql`true`
  const own = sql`p.company_id = ${companyId} and p.applicant_id = ${memberId}`
  return pageOfProcesses(db, companyId, sql`${own} and ${state} and ${matching(query.keyword)}`, query, language)
}

/** The applications `p` of the organizations that the caller manages. */
function managedSql({ companyId, permissions }: Caller): RawBuilder<boolean> {
  const granted = permissions.get('approval.manage') ?? []
  const within = granted.includes(companyId) ? sql`true` : sql`p.organization_id in ${organizationsBelowSql(granted)}`
  return sql<boolean>`p.company_id = ${companyId} and ${within}`
}

/** How many of them are under way: as many as `listManaged` answers. */
export async function runningCount(db: ApprovalsDb, caller: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from approvals.process p where ${managedSql(caller)} and ${ofState.running}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export function listManaged(
  db: ApprovalsDb,
  caller: Caller,
  query: Paged & { readonly state?: ProcessState; readonly businessType?: number; readonly keyword?: string },
  language: Language,
) {
  const { companyId } = caller
  const condition = sql.join(
    [
      managedSql(caller),
      query.state ? ofState[query.state] : sql`true`,
      query.businessType === undefined ? sql`true` : sql`p.business_type = ${query.businessType}::integer`,
      matching(query.keyword),
    ],
    sql` and `,
  )
  return pageOfProcesses(db, companyId, condition, query, language)
}

interface ListedTask extends ListedProcess {
  readonly task_id: string
  readonly step_name: string
  readonly task_state: TaskState
  readonly task_opinion: string
  readonly holder_id: string
  readonly opened_at: number | null
  readonly decided_at: number | null
  readonly timeout_at: number | null
}

const taskColumns = sql`t.id as task_id, s.name as step_name, t.state as task_state, t.opinion as task_opinion,
  t.holder_id, t.opened_at, t.decided_at, s.timeout_at`
const taskTables = sql`approvals.task t join approvals.process p on p.id = t.process_id
  join approvals.step s on s.id = t.step_id`

async function pageOfTasks(
  db: ApprovalsDb,
  caller: Caller,
  condition: Condition,
  order: Condition,
  paged: Paged,
  language: Language,
) {
  const { items: rows, recordCount } = await sqlPage(db, paged, {
    matching: sql`from ${taskTables} where ${condition}`,
    rows: (window) => sql<ListedTask>`
      select ${taskColumns}, ${processColumns} from ${taskTables} where ${condition}
      order by ${order} ${window}`,
  })
  const processes = await processRows(db, caller.companyId, rows, language)
  const people = await peopleOf(
    db,
    caller.companyId,
    rows.map((row) => row.holder_id),
  )
  const items = rows.map(
    (row, at): TaskRow => ({
      taskId: row.task_id,
      process: processes[at] as ProcessRow,
      stepName: row.step_name,
      state: row.task_state,
      opinion: row.task_opinion,
      actedFor: row.holder_id === caller.memberId ? null : personOf(people, row.holder_id),
      openedAt: row.opened_at,
      decidedAt: row.decided_at,
      dueAt: row.task_state === 'open' ? row.timeout_at : null,
    }),
  )
  return { items, recordCount }
}

/** The open tasks of the caller and of the members represented by the caller, except on the caller's own applications. */
async function waitingFor(db: ApprovalsDb, caller: Caller, now: number): Promise<Condition> {
  const { companyId, memberId } = caller
  const holders = [memberId, ...(await absentMembersOf(db, companyId, memberId, now))]
  return sql`t.company_id = ${companyId} and t.holder_id = any(${holders}::uuid[]) and t.state = 'open'
    and p.applicant_id <> ${memberId}`
}

export async function listWaiting(
  db: ApprovalsDb,
  caller: Caller,
  query: Paged & { readonly keyword?: string },
  language: Language,
  now: number,
) {
  const condition = sql`${await waitingFor(db, caller, now)} and ${matching(query.keyword)}`
  return pageOfTasks(db, caller, condition, sql`t.opened_at, t.id`, query, language)
}

export function listDone(
  db: ApprovalsDb,
  caller: Caller,
  query: Paged & { readonly keyword?: string },
  language: Language,
) {
  const condition = sql`t.company_id = ${caller.companyId} and t.decided_by = ${caller.memberId}
    and ${matching(query.keyword)}`
  return pageOfTasks(db, caller, condition, sql`t.decided_at desc, t.id desc`, query, language)
}

export async function countOwn(db: ApprovalsDb, caller: Caller, now: number) {
  const condition = await waitingFor(db, caller, now)
  const { rows } = await sql<{ waiting: number; revising: number; running: number }>`
    select (select count(*) from approvals.task t join approvals.process p on p.id = t.process_id where ${condition})
        as waiting,
      count(*) filter (where p.revising) as revising, count(*) filter (where not p.revising) as running
    from approvals.process p
    where p.company_id = ${caller.companyId} and p.applicant_id = ${caller.memberId} and p.result = 4`.execute(db)
  return rows[0] ?? { waiting: 0, revising: 0, running: 0 }
}
