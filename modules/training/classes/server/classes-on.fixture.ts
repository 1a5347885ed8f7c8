/** Classes over HTTP: what the tests of enrollment, rosters and activities begin with. */
import { afterEach, beforeAll } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { type ClassInput, newClass } from '../contract/fields.ts'
import { classes } from '../contract.ts'
import { type BuiltClass, buildClass } from './classes.fixture.ts'

export interface TestClass {
  readonly params: { readonly id: string }
}

export function classesOn(platform: TestPlatform, authorOf: () => BuiltMember) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(classes, member)
  const edited = (one: TestClass) => as(authorOf()).editedClass(one)
  return {
    as,
    /** The class as its author edits it. */
    edited,
    /** Its author writes it again with these fields, on the revision that is there unless another is named. */
    async change(one: TestClass, rest: Partial<ClassInput & { readonly revision: number }> = {}) {
      const now = await edited(one)
      const fields = Object.fromEntries(Object.keys(newClass).map((key) => [key, now[key as keyof ClassInput]]))
      const body = { ...(fields as ClassInput), revision: now.revision, ...rest }
      return as(authorOf()).changeClass({ ...one, body })
    },
    publish: async (one: TestClass, by = authorOf()) =>
      as(by).publishClass({ ...one, body: { revision: (await edited(one)).revision } }),
    /** A published class that begins in a week, unless the input says otherwise. */
    async build(input: Partial<BuiltClass> = {}): Promise<TestClass> {
      return { params: { id: await buildClass(platform.db, { author: authorOf(), now: platform.now, ...input }) } }
    },
    enroll: (member: BuiltMember | undefined, one: TestClass, answers: Readonly<Record<string, string>> = {}) =>
      as(member).enroll({ ...one, body: { answers } }),
    async stateOf(member: BuiltMember, one: TestClass) {
      return (await as(member).class(one)).enrollment.state
    },
  }
}
