/**
 * Lotteries of the demonstration company: one that is open and goes on for points, one that asks for a finished course, one of a
 * class, one that has ended and can be drawn again, and a draft.
 */
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import { drawAgain } from '#modules/engagement/lotteries/contract/chances.ts'
import type { PrizeInput } from '#modules/engagement/lotteries/contract/fields.ts'
import { partsOfDraw } from '#modules/engagement/lotteries/server/chance.ts'
import { buildLottery } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { people } from './content.ts'

const dayMs = 86_400_000
const minutesBetween = 47

const prizes: PrizeInput[] = [
  { kind: 'goods', name: '平板电脑', weight: 5000, stock: 1 },
  { kind: 'goods', name: '降噪耳机', weight: 20_000, stock: 5 },
  { kind: 'thanks', name: '谢谢参与', weight: 575_000, stock: 1 },
  { kind: 'goods', name: '保温杯', weight: 150_000, stock: 50 },
  { kind: 'goods', name: '书签套装', weight: 250_000, stock: 200 },
]

/** The mall gives these: whoever has won them is asked for an address. */
const fromMall = ['降噪耳机', '书签套装'] as const

/** The prizes of the open lottery: some handed out, some sent from the mall, where what is not won yet is set aside. */
async function prizesFromMall(connection: Connection, now: number): Promise<PrizeInput[]> {
  const goods = new Map<string, string>()
  for (const name of fromMall) {
    const plan = { companyId: demoCompanyId, name, description: '周年庆抽奖奖品', points: 20_000, stock: 30 } as const
    goods.set(name, (await buildGoods(connection, { ...plan, status: 'off-sale', now: now - 2 * dayMs })).id)
  }
  return prizes.map((prize) => {
    const goodsId = goods.get(prize.name)
    return goodsId === undefined ? prize : { ...prize, goodsId }
  })
}

/** What the members have drawn one after the other until now, as the server would have drawn it. */
function drawsOf(seed: string, lotteryId: string, names: readonly string[], now: number) {
  const weighed = prizes.map(({ kind, weight, stock }) => ({ kind, weight, stock: kind === 'thanks' ? null : stock }))
  const next = drawAgain(weighed)
  return names.map((name, at) => {
    const place = next(partsOfDraw(seed, lotteryId, at + 1))
    const isDelivered = weighed[place]?.kind === 'goods' && at % 2 === 0
    return { memberId: memberIdOf(name), place, isDelivered, at: now - (names.length - at) * minutesBetween * 60_000 }
  })
}

/** Whoever has drawn in the open one: colleagues by turns, and the learner once. */
const visitors = [...people.people.slice(0, 11).map(({ name }) => name), 'yanfa', 'jiangshi', 'xueyuan', 'yanfa']

export async function seedLotteries(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const open = { id: idOf('lottery anniversary'), seed: '7c'.repeat(32) }
  await buildLottery(connection, {
    ...{ ...open, author, now: now - dayMs, prizes: await prizesFromMall(connection, now) },
    name: '周年庆抽奖',
    description: '感谢每一位同事的努力。每人 3 次免费机会，用完后可以用积分继续抽，每天最多 8 次。',
    opensAt: now - dayMs,
    closesAt: now + 14 * dayMs,
    drawsPerMember: 3,
    drawsPerDay: 8,
    paidDraws: { priceHundredths: 300, perMember: 5 },
    draws: drawsOf(open.seed, open.id, visitors, now),
  })
  await buildLottery(connection, {
    ...{ id: idOf('lottery writers'), author, now: now - dayMs, prizes, seed: '4f'.repeat(32) },
    name: '写作达人抽奖',
    description: '学完《高效写作》的同事可以参加。',
    opensAt: now - dayMs,
    closesAt: now + 30 * dayMs,
    qualifications: [{ kind: 'finished-1', itemId: idOf('course sold-writing') }],
  })
  await buildLottery(connection, {
    ...{ id: idOf('lottery class'), author, now: now - dayMs, prizes, seed: '2e'.repeat(32) },
    name: '安全员取证班互动抽奖',
    description: '扫描教室里的签到码后抽奖，奖品课间发放。',
    scope: { scopeKind: 'class', scopeId: idOf('class safety') },
    opensAt: now - dayMs,
    closesAt: now + 2 * dayMs,
    drawsPerMember: 3,
    needsAttendance: true,
    joined: [memberIdOf('xueyuan')],
  })
  const ended = { id: idOf('lottery spring'), seed: '9d'.repeat(32) }
  const names = ['xueyuan', 'yanfa', 'jiangshi', 'xueyuan', 'yanfa', 'jiangshi', 'xueyuan', 'yanfa', 'jiangshi']
  await buildLottery(connection, {
    ...{ ...ended, author, now: now - 42 * dayMs, prizes, status: 'ended' },
    name: '春季读书抽奖',
    description: '完成读书计划的同事均可参加。',
    opensAt: now - 45 * dayMs,
    closesAt: now - 41 * dayMs,
    drawsPerMember: 3,
    draws: drawsOf(ended.seed, ended.id, names, now - 42 * dayMs),
  })
  await buildLottery(connection, {
    ...{ id: idOf('lottery draft'), author, now: now - 3_600_000, prizes, status: 'draft' },
    name: '年会抽奖',
    opensAt: null,
    closesAt: null,
  })
}
