/** The caller of `on-self.test.ts`, an administrator who may do everything to others. */
import { NOT_FOR_ONESELF } from '#kit/errors.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, type TestPlatform } from '#test/harness.ts'

/** The people are there once the tests run. */
export interface Self {
  readonly platform: TestPlatform
  companyId: string
  chief: BuiltMember
  /** Two others who may do the same. */
  other: BuiltMember
  third: BuiltMember
}

type Tried = readonly [found: unknown, expected: unknown]

/** By the name of the call: what it answered about an own row, and what it should have. */
export type OwnRows = Readonly<Record<string, () => Promise<Tried>>>

/** The code with which a call about oneself was refused, and the one for that. */
export const refused = async (call: Promise<unknown>): Promise<Tried> => [
  (await refusal(call)).errorCode,
  NOT_FOR_ONESELF.code,
]
