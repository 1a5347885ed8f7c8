/** An editor at work keeps no learner waiting. */
import { expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { whileLocked } from '#test/lock-waits.ts'
import { paths } from '../contract.ts'
import { pathsTables } from './db.ts'
import { pathLifecycle } from './path-lifecycle.ts'
import { buildPath } from './paths.fixture.ts'

const platform = testPlatform({ poolSize: 2 })

it('a member registers for an open path while its editor holds it', async () => {
  const companyId = await buildCompany(platform.db)
  const author = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const learner = await buildMember(platform.db, { companyId })
  const { id } = await buildPath(platform.db, { author, isOpen: true, chapters: [] })
  await whileLocked(
    platform.db,
    (db) => pathLifecycle.lock(pathsTables(db), companyId, id),
    () => platform.client(paths, learner).registerForPath({ body: { pathId: id } }),
  )
  expect((await platform.client(paths, learner).myPaths()).items).toMatchObject([{ id }])
})
