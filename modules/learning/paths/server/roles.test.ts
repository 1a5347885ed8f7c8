/** Who may do what with a learning path, call by call. */
import { describe, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

/**
 * The owner has made the path, the administrator manages those of its organization, the member learns on it. The
 * stranger manages those of another organization, and somebody of another company all of theirs.
 */
const lives = testKind(5)
const platform = testPlatform({ modules: modulesWith(lives) })
const roles = testRoles(platform, {
  owner: ['admin'],
  administrator: ['admin'],
  stranger: ['admin'],
  otherCompany: ['super-admin'],
})
type Caller = Parameters<RoleTable['call']>[0]
const as = (caller: Caller) => platform.client(paths, caller)

const managers = {
  owner: 'accepted',
  administrator: 'accepted',
  member: 10_138,
  colleague: 10_138,
  stranger: 10_138,
  otherCompany: 900_005,
  nobody: 401,
} as const

async function newPath(status: 'draft' | 'on-shelf' | 'off-shelf' = 'on-shelf', isOpen = false) {
  const { companyId, organizationId, owner, member } = roles
  const [businessId = ''] = lives.add(companyId)
  const author = { id: owner.id, companyId, organizationId }
  const { id } = await buildPath(platform.db, {
    ...{ author, status, isOpen, now: platform.now },
    chapters: [{ sections: [{ businessType: 5, businessId }] }],
  })
  await buildPathLearner(platform.db, { member, pathId: id, registeredAt: platform.now })
  return { id, params: { id } }
}

type Path = Awaited<ReturnType<typeof newPath>>
const edited = ({ params }: Path) => as(roles.owner).managedPath({ params })
const stateOf = (path: Path) => async () => {
  const { name, status, revision, chapters } = await edited(path)
  return { name, status, revision, chapters }
}

describe('a learning path', () => {
  it('is read by those who manage it, with its learners', async () => {
    const { params } = await newPath()
    await expectRoles(roles, {
      managedPath: { ...managers, call: (caller) => as(caller).managedPath({ params }) },
      pathLearners: { ...managers, call: (caller) => as(caller).pathLearners({ params, query: {} }) },
      simulatePath: { ...managers, call: (caller) => as(caller).simulatePath({ params, query: {} }) },
    })
  })

  it('is changed by those who manage it', async () => {
    const path = await newPath('draft')
    const { params } = path
    const state = stateOf(path)
    /** As the path is now, so that only who asks decides. */
    const changed = async () => {
      const { revision, chapters } = await edited(path)
      const sections = chapters.map((chapter) => ({ ...chapter, title: '改过的一章' }))
      return { revision, chapters: sections }
    }
    await expectRoles(roles, {
      changePath: {
        ...{ ...managers, state },
        call: async (caller) => {
          const { revision } = await changed()
          const fields = { name: '改过的名字', summary: '', channelId: null, learnSequence: 1 as const, isOpen: false }
          return as(caller).changePath({ params, body: { revision, ...fields } })
        },
      },
      changeRules: {
        ...{ ...managers, state },
        call: async (caller) => {
          const { revision } = await changed()
          return as(caller).changeRules({ params, body: { revision, rules: [] } })
        },
      },
    })
  })

  it('is put on the shelf, taken off it and deleted by those who manage it', async () => {
    const draft = await newPath('draft')
    const shown = await newPath()
    const gone = await newPath('off-shelf')
    /** Each who may has a path of their own to delete. */
    const another = await newPath('off-shelf')
    await expectRoles(roles, {
      publishPath: {
        ...{ ...managers, state: stateOf(draft) },
        call: async (caller) => {
          if ((await edited(draft)).status === 'on-shelf') await as(roles.owner).takePathOffShelf(draft)
          return as(caller).publishPath(draft)
        },
      },
      takePathOffShelf: {
        ...{ ...managers, state: stateOf(shown) },
        call: async (caller) => {
          if ((await edited(shown)).status !== 'on-shelf') await as(roles.owner).publishPath(shown)
          return as(caller).takePathOffShelf(shown)
        },
      },
      deletePath: {
        ...managers,
        state: async () => (await as(roles.owner).managedPaths({ query: { status: 'off-shelf' } })).recordCount,
        call: (caller) => as(caller).deletePath(caller?.id === roles.owner.id ? another : gone),
      },
    })
  })

  it('is given to members by those who manage it', async () => {
    const path = await newPath()
    const assigned = async () =>
      (await as(roles.owner).pathLearners({ params: path.params, query: {} })).items.map(({ member }) => member.id)
    await expectRoles(roles, {
      assignPath: {
        ...{ ...managers, state: assigned },
        call: (caller) => as(caller).assignPath({ params: path.params, body: { memberIds: [roles.colleague.id] } }),
      },
    })
  })
})
