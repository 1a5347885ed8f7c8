/** Coins and points of the demonstration: what was issued, earned and spent in the last months, posted as it happened. */
import type { Posting } from '#modules/platform/currency/server.ts'
import { counterpart, postAll } from '#modules/platform/currency/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Chance, chanceOf } from './chance.ts'
import { demoTeams } from './community.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { people } from './content.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const chief = memberIdOf('guanli')
const companyId = demoCompanyId

interface Movement {
  readonly kind: 1 | 2
  readonly tradeType: Posting['tradeType']
  readonly event: string
  readonly subject?: string
  readonly reason?: string
  readonly createdBy: string | null
  /** Milliseconds before now. */
  readonly ago: number
  readonly memberId: string
  /** Hundredths; below 0 the member gives. */
  readonly amount: number
}

const courses = ['商务英语邮件', '项目管理基础', '数据分析入门']
/** No two movements in the same minute: what people do has an hour of its own. */
const agoOf = (daysAgo: number, chance: Chance) => daysAgo * dayMs + chance.whole(60, 540) * minuteMs

/** A quarter of a member: issued coins, daily points, and what was bought. */
function movementsOf(memberId: string, chance: Chance): Movement[] {
  const issued: Movement = {
    ...{ kind: 1, tradeType: 2, event: 'recharge', reason: '三季度学习激励', createdBy: chief, memberId },
    ago: 88 * dayMs,
    amount: chance.whole(8, 30) * 1000,
  }
  const diligence = chance.whole(15, 50) / 100
  const signedIn = Array.from({ length: 85 }, (_, index) => index + 1).filter(() => chance.isTrue(diligence))
  const points = signedIn.map((daysAgo): Movement => {
    const ago = agoOf(daysAgo, chance)
    return { kind: 2, tradeType: 16, event: 'sign-in', createdBy: null, ago, memberId, amount: 100 }
  })
  const bought = courses.slice(0, chance.whole(0, 3)).map(
    (subject): Movement => ({
      ...{
        kind: 1,
        tradeType: 7,
        event: 'purchase',
        subject,
        createdBy: memberId,
        ago: agoOf(chance.whole(1, 80), chance),
        memberId,
      },
      amount: -chance.whole(9, 24) * 100,
    }),
  )
  return [issued, ...points, ...bought]
}

function postingOf({ amount, memberId, ago, ...movement }: Movement, now: number): Posting {
  const other = counterpart(amount > 0 ? 'issuance' : 'expense', companyId)
  const sum = BigInt(amount)
  return {
    ...movement,
    companyId,
    now: now - ago,
    legs: [
      { owner: { kind: 'person', id: memberId }, amount: sum },
      { owner: other, amount: -sum },
    ],
  }
}

/** What the teams were given by the company, and have distributed to their members. */
function teamPostings(now: number): Posting[] {
  return demoTeams.flatMap(({ id, memberIds: [total = '', ...others] }, place) => {
    const team = { kind: 'team', id } as const
    const at = (daysAgo: number) => ({
      companyId,
      createdBy: total,
      now: now - daysAgo * dayMs - place * 47 * minuteMs,
    })
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
  const postings = [...movements.map((movement) => postingOf(movement, now)), ...teamPostings(now)]
  await postAll(
    db,
    postings.sort((one, other) => one.now - other.now),
  )
}
