/** What the outages have of their own: a kind of submissions, and long work of many small steps. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { type ErrorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, OptionalText } from '#kit/schema.ts'
import { type SubmissionKind, submissionKind, submit } from '#modules/content/submissions/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { serverModule } from '#server/module.ts'

const WAITS: ErrorCode = { code: 990002, status: 422 }

const drills: SubmissionKind<{ title: string }, object> = {
  key: 'drill',
  label: { cn: '演练', en: 'Drills' },
  businessType: 1,
  reviewLink: '/drills?of=',
  memberLinkSql: sql<string>`'/drills/' || s.part_id`,
  isOpenSql: () => sql<boolean>`true`,
  subjects: sql`identity.organization`,
  isPresentSql: sql`true`,
  reviewsSql: () => sql`true`,
  refusals: { waiting: WAITS, file: NOT_FOUND },
  assertOpen: async () => ({ title: '灭火演练' }),
  submitted: async () => ({}),
  decided: async () => {},
}

const drillCalls = contract({
  submitDrill: {
    method: 'POST',
    path: '/drills/{id}/submissions',
    summary: 'Hand in',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ text: OptionalText(5000), fileIds: Type.Array(Id) }),
    response: Type.Object({ id: Id }),
    errors: [WAITS, NOT_FOUND],
  },
})

export const isLong = process.env.OUTAGES === 'all'
/** Enough that the work still goes on when the fault begins. */
export const workSteps = isLong ? 400 : 80

interface Position {
  readonly done: number
}

export const countingWork = longWork<Position, undefined, Position>({
  kind: 'outage-counting',
  label: { cn: '计数', en: 'Counting' },
  job: 'outage.count',
  cancellable: false,
  claim: async (_db, { position }) => position,
  async step(db, { task, subject }) {
    if (subject.done === workSteps) return { report: {} }
    const done = subject.done + 1
    const tables = db as unknown as RootDatabase
    await sql`with pause as materialized (select pg_sleep(0.01))
      insert into public.outage_step select ${task.taskId}, ${done} from pause`.execute(tables)
    return { done, total: workSteps, position: { done } }
  },
})

export const plantedModule = serverModule({
  name: 'drills',
  contract: drillCalls,
  routes: {
    async submitDrill(db, { params, body }, context) {
      const part = { subjectId: context.caller.companyId, partId: params.id }
      const { id } = await submit(db as never, drills, part, { ...body, textField: 'text' }, context)
      return { id }
    },
  },
  jobs: [countingWork.job],
  extensions: [submissionKind(drills), countingWork.task],
})
