/** Two devices of one examinee, whose clocks are apart: of their answers the one that was typed last counts. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { examsOn } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as, build } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
const minuteMs = 60_000
const chosen = (id: number): QuestionAnswer => ({ kind: 'single-choice', chosen: [id] })

/** A device whose clock is wrong by `skewMs`; what it types waits until it is online. */
function device(params: { id: string }, skewMs: number) {
  const writer = uuid()
  let first = 1
  let waiting: { place: number; answer: QuestionAnswer; at: number }[] = []
  return {
    type: (id: number) => {
      waiting.push({ place: 1, answer: chosen(id), at: platform.now + skewMs })
    },
    async online() {
      const body = { writer, first, events: waiting, sentAt: platform.now + skewMs }
      const { acknowledged } = await learner().recordEvents({ params, body })
      first = acknowledged + 1
      waiting = []
    },
  }
}

const start = async () => ({
  id: (await learner().startAttempt({ ...(await build({ rules: { attemptsMax: 0 } })), body: {} })).id,
})
const given = async (params: { id: string }) => (await learner().attempt({ params })).answers[0]?.answer

it.each([
  ['right', 0, 0],
  ['an hour behind and an hour ahead', -60 * minuteMs, 60 * minuteMs],
  ['an hour ahead and an hour behind', 60 * minuteMs, -60 * minuteMs],
])(
  'with clocks that are %s, what a device typed earlier never replaces what another typed later',
  async (_, one, other) => {
    const params = await start()
    const [phone, desk] = [device(params, one), device(params, other)]
    platform.now += 5 * minuteMs
    phone.type(0)
    platform.now += minuteMs
    desk.type(1)
    await desk.online()
    platform.now += 9 * minuteMs
    await phone.online()
    expect(await given(params)).toEqual(chosen(1))
    phone.type(2)
    await phone.online()
    expect(await given(params)).toEqual(chosen(2))
  },
)

it('a clock that is set back on the way leaves the order of the device', async () => {
  const params = await start()
  const { id: writer } = { id: uuid() }
  platform.now += 10 * minuteMs
  const typed = (id: number, at: number) => ({ place: 1, answer: chosen(id), at })
  const events = [typed(0, platform.now), typed(1, platform.now - 8 * minuteMs)]
  await learner().recordEvents({ params, body: { writer, first: 1, events, sentAt: platform.now } })
  expect(await given(params)).toEqual(chosen(1))
})
