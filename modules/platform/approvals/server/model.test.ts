/**
 * Runs random sequences of actions on an application, including forbidden and simultaneous ones, against a model. The
 * model requires that the history has each accepted action once and in order, that the owner receives one outcome at
 * the end, and that the server accepts exactly the actions that it offers. `FC_RUNS=500` runs more sequences.
 */
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import type { ProcessAction, ProcessState } from '../contract/actions.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { buildApplication, buildOwner, buildStep, buildTemplate } from './templates.fixture.ts'
import { timersJob } from './timers.ts'

const runs = Number(process.env.FC_RUNS ?? 15)
const owner = buildOwner()
const platform = testPlatform({ poolSize: 3, modules: [owner.module, ...serverModules] })
let companyId: string
/** The applicant, four possible approvers, and the administrator. */
let people: BuiltMember[]
const [applicantAt, administratorAt] = [0, 5]

beforeAll(async () => {
  // The clock moves by hours, and the sessions must not expire.
  const now = platform.now + 50 * 3_600_000
  companyId = await buildCompany(platform.db)
  const roles = (at: number) => (at === administratorAt ? (['super-admin'] as const) : [])
  people = []
  for (let at = 0; at <= administratorAt; at++)
    people.push(await buildMember(platform.db, { companyId, roles: [...roles(at)], now }))
})

interface Said {
  readonly kind: string
  readonly opinion: string
}

interface Model {
  state: ProcessState
  /** The accepted actions in order, each with its own text. */
  said: Said[]
}

interface Real {
  readonly processId: string
  readonly startedAt: number
}

const person = (at: number) => people[at] as BuiltMember
const as = (at: number) => platform.client(approvals, person(at))

async function detailFor(at: number, { processId }: Real) {
  try {
    return await as(at).process({ params: { id: processId } })
  } catch (error) {
    if (error instanceof CallRefused && error.status === 403) return undefined
    throw error
  }
}

async function accepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof CallRefused && (error.status === 403 || error.status === 422)) return false
    throw error
  }
}

const sayings = ['agreed', 'refused', 'returned', 'given-back', 'withdrawn', 'resubmitted', 'assigned', 'handed-over']

/** The invariants after every step. */
async function assertSound(model: Model, real: Real): Promise<void> {
  const detail = await detailFor(applicantAt, real)
  if (!detail) throw new Error('the applicant does not see the application')
  const history = detail.events.filter(({ kind, opinion }) => sayings.includes(kind) && opinion !== '')
  expect(history.map(({ kind, opinion }) => ({ kind, opinion }))).toEqual(model.said)
  expect(detail.state).toBe(model.state)
  const isOver = ['agreed', 'refused', 'withdrawn'].includes(detail.state)
  const outcomes = owner.outcomes.filter(({ processId }) => processId === real.processId)
  expect(outcomes.map(({ result }) => result)).toEqual(isOver ? [detail.state] : [])
  expect(detail.events.filter(({ kind }) => kind === 'finished')).toHaveLength(isOver ? 1 : 0)
  const current = detail.steps.filter(({ state }) => state === 'current')
  expect(current).toHaveLength(detail.state === 'running' ? 1 : 0)
  const waited = detail.steps
    .flatMap(({ tasks }) => tasks)
    .filter(({ state }) => ['open', 'held', 'queued'].includes(state))
  // A running application always has a decider, and an ended one has none.
  expect(waited.some(({ state }) => state === 'open')).toBe(detail.state === 'running')
  if (detail.state !== 'running') expect(waited).toEqual([])
  if (detail.state !== 'agreed') return
  expect(model.said.some(({ kind }) => kind === 'agreed')).toBe(true)
  for (const step of detail.steps) expect(['agreed', 'skipped-timeout', 'skipped-nobody']).toContain(step.state)
}

type Command = fc.AsyncCommand<Model, Real>

/** Tries an action of any member; the server accepts it if and only if it has offered it. */
function attempt(
  name: string,
  who: number,
  action: ProcessAction,
  call: (task: string, real: Real, words: string, detail: Awaited<ReturnType<typeof detailFor>>) => Promise<unknown>,
  kindOf: (before: ProcessState) => string | undefined,
): Command {
  return {
    check: () => true,
    toString: () => `${name}(${who})`,
    async run(model, real) {
      const before = await detailFor(who, real)
      const words = uuid().slice(-12)
      const isOffered = before?.actions.includes(action) ?? false
      const wasAccepted = await accepted(call(before?.taskId ?? uuid(), real, words, before))
      if (wasAccepted && !isOffered) throw new Error(`${name} was accepted, but not offered`)
      const kind = kindOf(model.state)
      if (wasAccepted && kind) model.said.push({ kind, opinion: words })
      const after = await detailFor(applicantAt, real)
      // Only these end or return it; agreeing may end it.
      if (wasAccepted) model.state = after?.state as ProcessState
      await assertSound(model, real)
    },
  }
}

const who = fc.integer({ min: 0, max: administratorAt })
const asked = fc.integer({ min: 1, max: 4 })

const commands: fc.Arbitrary<Command>[] = [
  who.map((at) =>
    attempt(
      'agree',
      at,
      'agree',
      (id, _real, opinion) => as(at).agree({ params: { id }, body: { opinion } }),
      () => 'agreed',
    ),
  ),
  asked.map((at) =>
    attempt(
      'agree',
      at,
      'agree',
      (id, _real, opinion) => as(at).agree({ params: { id }, body: { opinion } }),
      () => 'agreed',
    ),
  ),
  who.map((at) =>
    attempt(
      'refuse',
      at,
      'refuse',
      (id, _real, opinion) => as(at).refuse({ params: { id }, body: { opinion } }),
      () => 'refused',
    ),
  ),
  asked.map((at) =>
    attempt(
      'giveBack',
      at,
      'return',
      (id, _real, opinion) => as(at).giveBack({ params: { id }, body: { opinion } }),
      () => 'given-back',
    ),
  ),
  fc.tuple(asked, fc.nat(2)).map(([at, back]) =>
    attempt(
      'returnTo',
      at,
      'return',
      (id, _real, opinion, detail) => {
        const stepId = detail?.steps[back]?.id ?? uuid()
        return as(at).giveBack({ params: { id }, body: { opinion, stepId } })
      },
      () => 'returned',
    ),
  ),
  fc.tuple(asked, asked, fc.constantFrom('before' as const, 'after' as const)).map(([at, other, place]) =>
    attempt(
      `signer-${place}-${other}`,
      at,
      'add-signer',
      (id) => as(at).addSigners({ params: { id }, body: { memberIds: [person(other).id], place } }),
      () => undefined,
    ),
  ),
  fc.tuple(asked, asked).map(([at, other]) =>
    attempt(
      `handOver-${other}`,
      at,
      'hand-over',
      (id, _real, opinion) => as(at).handOver({ params: { id }, body: { memberId: person(other).id, opinion } }),
      () => 'handed-over',
    ),
  ),
  fc.tuple(who, asked).map(([at, other]) =>
    attempt(
      `assign-${other}`,
      at,
      'assign',
      (_id, { processId }, opinion) =>
        as(at).assign({ params: { id: processId }, body: { memberId: person(other).id, opinion } }),
      () => 'assigned',
    ),
  ),
  fc.constantFrom(applicantAt, 1).map((at) =>
    attempt(
      'resubmit',
      at,
      'resubmit',
      (_id, { processId }, opinion) => as(at).resubmit({ params: { id: processId }, body: { opinion } }),
      () => 'resubmitted',
    ),
  ),
  fc.constantFrom(applicantAt, applicantAt, 2).map((at) =>
    attempt(
      'withdraw',
      at,
      'withdraw',
      (_id, { processId }, opinion) => as(at).withdraw({ params: { id: processId }, body: { opinion } }),
      () => 'withdrawn',
    ),
  ),
]

/** All deciders decide at the same moment, each both ways. */
const rush: Command = {
  check: () => true,
  toString: () => 'rush',
  async run(model, real) {
    const tasks: { at: number; id: string }[] = []
    for (let at = 1; at <= administratorAt; at++) {
      const detail = await detailFor(at, real)
      if (detail?.taskId) tasks.push({ at, id: detail.taskId })
    }
    const tries = tasks.flatMap(({ at, id }) => {
      const [yes, no] = [uuid().slice(-12), uuid().slice(-12)]
      return [
        { kind: 'agreed', opinion: yes, call: as(at).agree({ params: { id }, body: { opinion: yes } }) },
        { kind: 'refused', opinion: no, call: as(at).refuse({ params: { id }, body: { opinion: no } }) },
      ]
    })
    const results = await Promise.all(tries.map(async (one) => ({ ...one, wasAccepted: await accepted(one.call) })))
    const detail = await detailFor(applicantAt, real)
    const order = detail?.events.map(({ opinion }) => opinion) ?? []
    const said = results.filter(({ wasAccepted }) => wasAccepted)
    said.sort((a, b) => order.indexOf(a.opinion) - order.indexOf(b.opinion))
    // An agreement that ends a step may open the next for the same member, but never the same task.
    model.said.push(...said.map(({ kind, opinion }) => ({ kind, opinion })))
    model.state = detail?.state as ProcessState
    await assertSound(model, real)
  },
}

const time = fc.constantFrom(1, 3, 5).map(
  (hours): Command => ({
    check: (model) => model.state === 'running',
    toString: () => `hours(${hours})`,
    async run(model, real) {
      if (platform.now - real.startedAt > 40 * 3_600_000) return
      platform.now += hours * 3_600_000
      await enqueue(platform.db, timersJob, {})
      await platform.runJobs()
      model.state = (await detailFor(applicantAt, real))?.state as ProcessState
      await assertSound(model, real)
    },
  }),
)

const stepInput: fc.Arbitrary<(ids: readonly string[]) => StepDraft> = fc
  .record({
    asked: fc.uniqueArray(asked, { minLength: 1, maxLength: 3 }),
    mode: fc.constantFrom('any' as const, 'all' as const),
    timeoutHours: fc.constantFrom(null, 4),
    onTimeout: fc.constantFrom('skip' as const, 'escalate' as const),
    isEmpty: fc.nat(5),
    whenNobody: fc.constantFrom('next' as const, 'administrator' as const),
  })
  .map(({ asked: places, isEmpty, ...input }) => (ids) => {
    // A step whose only approver is the applicant finds nobody.
    const memberIds = isEmpty === 0 ? [ids[applicantAt] as string] : places.map((at) => ids[at] as string)
    return buildStep(memberIds, input)
  })

it(
  '[SYSTEM-194] no sequence of actions loses or doubles a decision',
  async () => {
    const steps = fc.array(stepInput, { minLength: 1, maxLength: 3 })
    const plan = fc.commands([...commands, time, fc.constant(rush)], { maxCommands: 14, size: 'max' })
    const startedAt = platform.now
    const property = fc.asyncProperty(steps, plan, async (drafts, sequence) => {
      platform.now = startedAt
      owner.outcomes.length = 0
      const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
      const place = { companyId, organizationId, now: platform.now }
      const ids = people.map(({ id }) => id)
      await buildTemplate(
        platform.db,
        place,
        drafts.map((input) => input(ids)),
      )
      const applicantId = person(applicantAt).id
      const { processId } = await platform.root
        .transaction()
        .execute((db) => buildApplication(db as never, { ...place, applicantId }))
      const setup = () => ({ model: { state: 'running' as const, said: [] }, real: { processId, startedAt } })
      await fc.asyncModelRun(setup, sequence)
    })
    await fc.assert(property, { numRuns: runs })
  },
  300_000 + runs * 5_000,
)
