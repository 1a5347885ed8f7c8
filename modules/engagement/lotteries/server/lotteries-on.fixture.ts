/** Lotteries over HTTP: what the tests of drawing, managing and proving begin with. */
import { v7 as uuid } from 'uuid'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { lotteries } from '../contract.ts'
import { type BuiltLottery, buildLottery } from './lotteries.fixture.ts'

export interface TestLottery {
  readonly params: { readonly id: string }
}

export function lotteriesOn(platform: TestPlatform, authorOf: () => BuiltMember) {
  const as = (member: BuiltMember | undefined) => platform.client(lotteries, member)
  return {
    as,
    /** A published lottery in which each draw wins, unless the input says otherwise. */
    async build(input: Partial<BuiltLottery> = {}): Promise<TestLottery> {
      return { params: { id: await buildLottery(platform.db, { author: authorOf(), now: platform.now, ...input }) } }
    },
    draw: (member: BuiltMember | undefined, one: TestLottery, key = uuid()) =>
      as(member).draw({ ...one, body: { key } }),
    join: (member: BuiltMember | undefined, one: TestLottery) => as(member).joinLottery(one),
  }
}
