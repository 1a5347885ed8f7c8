/** Homework over HTTP: what the tests of handing in and of marking begin with. */
import { afterEach, beforeAll } from 'vitest'
import type { Input } from '#kit/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type BuiltClass, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { TaskRules } from '../contract/shapes.ts'
import { homework } from '../contract.ts'
import { buildHomework } from './homework.fixture.ts'

export interface TestHomework {
  readonly params: { readonly id: string; readonly activityId: string }
}

type Built = Partial<Parameters<typeof buildHomework>[1]> & {
  readonly ofClass?: Partial<BuiltClass>
  readonly rules?: Partial<TaskRules>
}

export function homeworkOn(
  platform: TestPlatform,
  membersOf: () => { readonly author: BuiltMember; readonly participants: readonly BuiltMember[] },
) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(homework, member)
  return {
    as,
    /** A homework in a class that runs. */
    async build({ ofClass, ...input }: Built = {}): Promise<TestHomework> {
      const { author, participants } = membersOf()
      const { now } = platform
      const id = await buildClass(platform.db, {
        ...{
          author,
          now,
          startsAt: now - 1,
          endsAt: now + 86_400_000,
          participants: participants.map((one) => one.id),
        },
        ...ofClass,
      })
      const activityId = await buildHomework(platform.db, { classId: id, companyId: author.companyId, ...input })
      return { params: { id, activityId } }
    },
    handIn: (member: BuiltMember, one: TestHomework, text = '第一版', fileIds: string[] = []) =>
      as(member).handInHomework({ ...one, body: { text, fileIds } }),
    file: (owner: BuiltMember, name = '报告.pdf') =>
      buildFile(platform.db, {
        ...{ companyId: owner.companyId, ownerId: owner.id, kind: 'attachment', name, contentType: 'application/pdf' },
      }),
    mark: (
      marker: BuiltMember,
      one: TestHomework,
      member: BuiltMember,
      body: Partial<Input<typeof homework.markHomework>['body']> & { readonly submissionId: string },
    ) =>
      as(marker).markHomework({
        params: { ...one.params, memberId: member.id },
        body: { decision: 'mark', levels: null, tenths: null, comment: '', ...body },
      }),
  }
}
