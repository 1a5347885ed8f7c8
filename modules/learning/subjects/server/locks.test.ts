/** An editor at work keeps no learner waiting. */
import { expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { whileLocked } from '#test/lock-waits.ts'
import { subjects } from '../contract.ts'
import { subjectsTables } from './db.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'
import { buildSubject } from './subjects.fixture.ts'

const platform = testPlatform({ poolSize: 2 })

it('members register and share while an editor holds the subject, from the first one on', async () => {
  const companyId = await buildCompany(platform.db)
  const author = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const { id } = await buildSubject(platform.db, { author, stages: [] })
  const params = { id }
  const holding = <T>(call: () => Promise<T>) =>
    whileLocked(platform.db, (db) => subjectLifecycle.lock(subjectsTables(db), companyId, id), call)
  for (const member of [await buildMember(platform.db, { companyId }), await buildMember(platform.db, { companyId })]) {
    const learner = platform.client(subjects, member)
    await holding(() => learner.registerForSubject({ params }))
    await holding(() => learner.countSubjectShare({ params }))
  }
  const counts = await platform.client(subjects, author).subjectDetail({ params, query: {} })
  expect(counts).toMatchObject({ learnerCount: 2, shareCount: 2 })
})
