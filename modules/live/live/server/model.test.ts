/**
 * Random sequences of events against the tables of contract/states.ts: permitted actions succeed, all others are
 * refused.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import {
  type ApprovalStatus,
  actionsOfState,
  displayStatusOf,
  isPossible,
  type LiveAction,
  type LiveStatus,
  offers,
  transitions,
} from '../contract/states.ts'
import { live } from '../contract.ts'
import { buildScene, decide, formOf, type Scene, turnApprovalOn } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
const scenes: Record<'on' | 'off', Scene> = {} as never

beforeAll(async () => {
  scenes.off = await buildScene(platform)
  scenes.on = await buildScene(platform)
  await turnApprovalOn(platform, scenes.on)
})

interface Model {
  status: LiveStatus
  approval: ApprovalStatus
}

const events = ['edit', 'submit', 'cancel', 'republish', 'start', 'end', 'agree', 'refuse', 'withdraw', 'jobs'] as const
type Event = (typeof events)[number]

const stateOf = ({ status, approval }: Model) =>
  displayStatusOf({ status, approvalStatus: approval, liveType: 1 }, true)

/** The expected result of an event: the state afterwards, or undefined for a refusal. */
function expected(model: Model, event: Event): Model | undefined {
  const state = stateOf(model)
  const may = (action: LiveAction, status: LiveStatus): Model | undefined =>
    offers(state, action) ? { ...model, status } : undefined
  const waits = model.approval === 1
  switch (event) {
    case 'edit':
      return may('edit', model.status)
    case 'submit':
      if (offers(state, 'edit')) return model
      return offers(state, 'submit') ? { ...model, approval: 1 } : undefined
    case 'cancel':
      return may('cancel', transitions.cancel.to)
    case 'republish':
      return may('republish', transitions.republish.to)
    case 'start':
      return model.status === 2 ? model : may('start', transitions.start.to)
    case 'end':
      return isPossible('end', model.status) ? { ...model, status: transitions.end.to } : undefined
    case 'agree':
      return waits ? { status: transitions.publish.to, approval: 2 } : undefined
    case 'refuse':
      return waits ? { ...model, approval: 3 } : undefined
    case 'withdraw':
      return waits ? { ...model, approval: 4 } : undefined
    case 'jobs':
      return model
  }
}

async function withdraw(scene: Scene, id: string): Promise<void> {
  const calls = platform.client(approvals, scene.host)
  const { items } = await calls.myProcesses({ query: { pageSize: 100 } })
  const running = items.find((one) => one.businessId === id && one.result === 4)
  if (!running) throw new Error('nothing is applied for')
  await calls.withdraw({ params: { id: running.id }, body: {} })
}

async function happen(scene: Scene, id: string, event: Event): Promise<void> {
  const host = platform.client(live, scene.host)
  const of = { params: { id } }
  const acts: Readonly<Record<Event, () => Promise<unknown>>> = {
    edit: () => host.update({ ...of, body: formOf(platform) }),
    submit: () => host.update({ ...of, body: formOf(platform, { autoPublish: 1 }) }),
    cancel: () => host.revoke(of),
    republish: () => host.republish(of),
    start: () => host.start(of),
    end: () => host.end(of),
    agree: () => decide(platform, scene, id, 'agree'),
    refuse: () => decide(platform, scene, id, 'refuse', '不行'),
    withdraw: () => withdraw(scene, id),
    jobs: () => platform.runJobs(),
  }
  await acts[event]()
}

describe('a live', () => {
  it.each(['on', 'off'] as const)(
    '[LIVE-071] permits exactly the actions of its state, in any order (approval %s)',
    async (flow) => {
      const scene = scenes[flow]
      const host = platform.client(live, scene.host)
      const sequences = fc.array(fc.constantFrom(...events), { minLength: 3, maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          const { id } = await host.apply({ body: formOf(platform) })
          let model: Model = flow === 'on' ? { status: 0, approval: 1 } : { status: 1, approval: null }
          for (const event of sequence) {
            const after = expected(model, event)
            const error: unknown = await happen(scene, id, event).then(
              () => undefined,
              (thrown: unknown) => thrown,
            )
            expect([event, model, error === undefined]).toEqual([event, model, after !== undefined])
            if (error instanceof CallRefused) expect([100_308, 100_316, 100_326]).toContain(error.errorCode)
            model = after ?? model
            const seen = await host.live({ params: { id } })
            expect(seen).toMatchObject({
              ...{ status: model.status, approvalStatus: model.approval, displayStatus: stateOf(model) },
              actions: actionsOfState[stateOf(model)],
            })
          }
        }),
        { numRuns: Number(process.env.LIVE_MODEL_RUNS ?? 12) },
      )
    },
  )
})
