/** Coins and points of the demonstration: what was issued, earned and spent in the last months, posted as it happened. */
import type { Posting } from '#modules/currency/server.ts'
import { counterpart, postAll } from '#modules/currency/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Chance, chanceOf } from './chance.ts'
import { demoTeams } from './community.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { people } from './content.ts'

const dayMs = 86_400_000
const chief = memberIdOf('guanli')
const companyId = demoCompanyId

interface Movement {
  readonly kind: 1 | 2
  readonly tradeType: Posting['tradeType']
  readonly event: string
  readonly subject?: string
  readonly reason?: string
  readonly createdBy: string | null
  readonly daysAgo: number
  readonly memberId: string
  /** Hundredths; below 0 the member gives. */
  readonly amount: number
}

const courses = ['高效沟通：从倾听开始', '项目管理入门', '数据分析思维', '客户成功方法论', '安全生产必修课']

/** A quarter of a member: issued coins, daily points, and what was bought. */
function movementsOf(memberId: string, chance: Chance): Movement[] {
  const issued: Movement = {
    ...{ kind: 1, tradeType: 2, event: 'recharge', reason: '三季度学习激励', createdBy: chief, daysAgo: 88, memberId },
    amount: chance.whole(8, 30) * 1000,
  }
  const points = Array.from({ length: chance.whole(12, 45) }, (): Movement => {
    const daysAgo = chance.whole(1, 85)
    return { kind: 2, tradeType: 16, event: 'sign-in', createdBy: null, daysAgo, memberId, amount: 100 }
  })
  const bought = courses.slice(0, chance.whole(0, 3)).map(
    (subject): Movement => ({
      ...{
        kind: 1,
        tradeType: 7,
        event: 'purchase',
        subject,
        createdBy: memberId,
        daysAgo: chance.whole(1, 80),
        memberId,
      },
      amount: -chance.whole(9, 24) * 100,
    }),
  )
  return [issued, ...points, ...bought]
}

function postingOf({ amount, memberId, daysAgo, ...movement }: Movement, now: number): Posting {
  const other = counterpart(amount > 0 ? 'issuance' : 'expense', companyId)
  const sum = BigInt(amount)
  return {
    ...movement,
    companyId,
    now: now - daysAgo * dayMs - 3_600_000,
    legs: [
      { owner: { kind: 'person', id: memberId }, amount: sum },
      { owner: other, amount: -sum },
    ],
  }
}

/** What the teams were given by the company, and have distributed to their members. */
function teamPostings(now: number): Posting[] {
  return demoTeams.flatMap(({ id, memberIds: [total = '', ...others] }) => {
    const team = { kind: 'team', id } as const
    const at = (daysAgo: number) => ({ companyId, createdBy: total, now: now - daysAgo * dayMs })
    const given: Posting = {
      ...at(40),
      ...{ kind: 1, tradeType: 2, event: 'recharge', reason: '团队运营经费', createdBy: chief },
      legs: [
        { owner: team, amount: 200_000n },
        { owner: counterpart('issuance', companyId), amount: -200_000n },
      ],
    }
    const shared = others.map(
      (member, index): Posting => ({
        ...at(20 - index),
        ...{ kind: 1, tradeType: 1, event: 'distribution', reason: '案例分享奖励' },
        legs: [
          { owner: team, amount: -3333n },
          { owner: { kind: 'person', id: member }, amount: 3333n },
        ],
      }),
    )
    return [given, ...shared]
  })
}

/** The accounts that people sign in with, and some of their colleagues. */
export async function seedCurrency(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const signedIn = new Set(people.people.filter(({ label }) => label !== undefined).map(({ name }) => name))
  const ours = members.filter((member) => member.companyId === companyId)
  const chosen = [...ours.filter(({ name }) => signedIn.has(name)), ...ours.slice(0, 60)]
  const movements = [...new Set(chosen)].flatMap(({ id, key }) => movementsOf(id, chanceOf(`currency ${key}`)))
  const inOrder = movements.sort((one, other) => other.daysAgo - one.daysAgo)
  await postAll(
    db,
    inOrder.map((movement) => postingOf(movement, now)),
  )
  await postAll(db, teamPostings(now))
}
