import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { contentKinds } from '#modules/content/catalog/server.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { buildPage } from '#modules/portal/pages/server/pages.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { advertisementsMax } from '../contract/advertisements.ts'
import { ADVERTISEMENT_CHANGED, ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL, ON_TOP_ALREADY } from '../contract/codes.ts'
import { topContentsMax } from '../contract/top-content.ts'
import { advertisements } from '../contract.ts'
import { type AdvertisementInput, buildAdvertisement, buildTopContent } from './advertisements.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, {
  owner: ['branch-manager'],
  administrator: ['admin'],
  otherCompany: ['super-admin'],
})
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const as = (member: BuiltMember | undefined) => platform.client(advertisements, member)
const code = (error: { code: number }) => ({ errorCode: error.code })

let chief: BuiltMember
let learner: BuiltMember

/** A kind of content whose items one member may not open: what is on top must not show it to that member. */
const secretType = 977
const hiddenFrom = new Set<string>()

beforeAll(async () => {
  const { companyId } = roles
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '广州分院' })
  learner = await buildMember(platform.db, { companyId, organizationId })
  const itemOf = (id: string) => ({
    id,
    name: `内容 ${id.slice(-4)}`,
    link: `/x/${id}`,
    coverFileId: null,
    isAvailable: true,
  })
  const kind = contentKinds({
    ...{ businessType: secretType, label: { cn: '资料', en: 'Material' }, facets: [] },
    items: async (_db, _companyId, ids) => ids.map(itemOf),
    visible: async (_db, caller, ids) => (hiddenFrom.has(caller.memberId) ? [] : ids.map(itemOf)),
    search: async () => [],
  })
  registerExtensions([...serverModules, { extensions: [kind] }])
})
afterAll(() => registerExtensions(serverModules))

type Fields = CallInput<typeof advertisements.createAdvertisement>['body']
const fields = (change: Partial<Fields> = {}): Fields => ({
  ...{ kind: 'banner', title: '安全月', text: '', pictureFileId: null, link: '#/study-v', frequency: 'once' },
  ...{ organizationId: roles.companyId, audiences: ['everybody'], startsAt: null, endsAt: null, isEnabled: true },
  ...change,
})
const build = (input: Partial<AdvertisementInput> = {}) =>
  buildAdvertisement(platform.db, { companyId: roles.companyId, authorId: chief.id, now: platform.now, ...input })
const shownTo = async (member: BuiltMember, homeConfigId?: string) =>
  (await as(member).homeAdvertisement({ query: homeConfigId === undefined ? {} : { homeConfigId } })).items
const isShown = async (member: BuiltMember, id: string) => (await shownTo(member)).some((one) => one.id === id)
const tell = (member: BuiltMember, id: string, event: 'view' | 'click' | 'close') =>
  as(member).recordAdvertisement({ params: { id }, body: { event } })
const managed = async (id: string) => (await as(chief).managedAdvertisements()).items.find((one) => one.id === id)

describe('the advertisements of a home page', () => {
  it('go when they are deleted', async () => {
    const id = await build()
    expect(await isShown(learner, id)).toBe(true)
    await as(chief).deleteAdvertisement({ params: { id } })
    expect([await isShown(learner, id), await managed(id)]).toEqual([false, undefined])
    expect(await refusal(as(chief).deleteAdvertisement({ params: { id } }))).toMatchObject(code(NOT_FOUND))
  })

  it('[SYSTEM-026] are none where none is on', async () => {
    await build({ isEnabled: false })
    expect(await shownTo(learner)).toEqual([])
  })

  it('[SYSTEM-025] are those that are on for the member, in their order', async () => {
    const { companyId, organizationId } = roles
    const second = await build({ title: '第二', position: 2 })
    const first = await build({ title: '第一', kind: 'popup', link: 'https://example.com/a', position: 1 })
    await build({ title: '讲师', audiences: ['role:lecturer'] })
    await build({ title: '别处', organizationId })
    await build({ title: '未开始', startsAt: platform.now + hourMs })
    await build({ title: '已结束', endsAt: platform.now })
    const shown = await shownTo(learner)
    expect(shown.map(({ id }) => id)).toEqual([first, second])
    expect(shown[0]).toEqual({
      ...{ id: first, kind: 'popup', title: '第一', text: '', picturePath: null },
      ...{ link: 'https://example.com/a', frequency: 'once' },
    })
    const page = await buildPage(platform.db, { companyId, organizationId, kind: 'branch', now: platform.now })
    expect((await shownTo(roles.member, page)).map(({ title }) => title)).toContain('别处')
    const home = await buildPage(platform.db, { companyId, kind: 'home', now: platform.now })
    expect((await shownTo(roles.member, home)).map(({ title }) => title)).not.toContain('别处')
    expect(await refusal(as(learner).homeAdvertisement({ query: { homeConfigId: uuid() } }))).toMatchObject(
      code(NOT_FOUND),
    )
  })

  it('[SYSTEM-027] stay closed on every device: for ever, until another day, or until the next visit', async () => {
    platform.now = Date.UTC(2026, 10, 28, 1)
    const once = await build({ frequency: 'once' })
    const daily = await build({ frequency: 'daily' })
    const always = await build({ frequency: 'always' })
    const shown = async () => {
      const ids = (await shownTo(learner)).map(({ id }) => id)
      return [once, daily, always].map((id) => ids.includes(id))
    }
    for (const id of [once, daily, always]) await tell(learner, id, 'close')
    expect(await shown()).toEqual([false, false, true])
    // 15:59 UTC is 23:59 in Shanghai.
    platform.now = Date.UTC(2026, 10, 28, 15, 59)
    expect(await shown()).toEqual([false, false, true])
    platform.now = Date.UTC(2026, 10, 28, 16)
    expect(await shown()).toEqual([false, true, true])
    expect(await isShown(roles.member, once)).toBe(true)
  })

  it('count what members did with them', async () => {
    const id = await build()
    await race(platform, 6, () => tell(learner, id, 'view'), { begin: () => tell(learner, id, 'view') })
    await tell(roles.member, id, 'view')
    await tell(roles.member, id, 'click')
    await tell(roles.member, id, 'close')
    expect(await managed(id)).toMatchObject({ memberCount: 2, viewCount: 8, clickCount: 1, closeCount: 1 })
    const off = await build({ isEnabled: false })
    expect(await refusal(tell(learner, off, 'view'))).toMatchObject(code(NOT_FOUND))
  })
})

describe('managing advertisements', () => {
  it('belongs to the organizations of a grant', async () => {
    const ofCompany = await build()
    const ofTeam = await build({ organizationId: roles.organizationId })
    const managing = {
      ...({ owner: 'accepted', administrator: 'accepted', member: 10_138, colleague: 10_138 } as const),
      ...{ stranger: 10_138, otherCompany: 900_005, nobody: 401 },
    } as const
    const ofCompanyOnly = { ...managing, owner: 900_005, administrator: 900_005 } as const
    const reading = {
      ...({ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' } as const),
      ...({ stranger: 'accepted', otherCompany: 'accepted', nobody: 401 } as const),
    } as const
    const params = { id: ofCompany }
    const state = () => managed(ofCompany)
    const topId = await buildTopContent(platform.db, {
      ...{ companyId: roles.companyId, addedBy: chief.id, businessType: secretType, contentId: uuid() },
    })
    const ofTop = { params: { id: topId } }
    const period = { startsAt: null, endsAt: null }
    const item = () => ({ businessType: secretType, businessId: uuid() })
    await expectRoles(roles, {
      homeAdvertisement: { ...reading, call: (caller) => as(caller).homeAdvertisement() },
      recordAdvertisement: {
        ...{ ...reading, otherCompany: 900_005 },
        call: (caller) => as(caller).recordAdvertisement({ params, body: { event: 'view' } }),
      },
      managedAdvertisements: {
        ...{ ...managing, otherCompany: 'accepted' },
        call: (caller) => as(caller).managedAdvertisements(),
      },
      createAdvertisement: {
        ...managing,
        call: (caller) => as(caller).createAdvertisement({ body: fields({ organizationId: roles.organizationId }) }),
      },
      'createAdvertisement for the company': {
        ...ofCompanyOnly,
        call: (caller) => as(caller).createAdvertisement({ body: fields() }),
      },
      changeAdvertisement: {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).changeAdvertisement({ params, body: { ...fields(), revision: 0 } }),
      },
      orderAdvertisements: {
        ...managing,
        call: (caller) => as(caller).orderAdvertisements({ body: { ids: [ofTeam] } }),
      },
      'orderAdvertisements of the company': {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).orderAdvertisements({ body: { ids: [ofCompany] } }),
      },
      deleteAdvertisement: {
        ...{ ...ofCompanyOnly, state },
        call: (caller) => as(caller).deleteAdvertisement({ params }),
      },
      topContents: { ...reading, call: (caller) => as(caller).topContents() },
      managedTopContents: {
        ...{ ...managing, otherCompany: 'accepted' },
        call: (caller) => as(caller).managedTopContents(),
      },
      setOnTop: {
        ...managing,
        call: (caller) =>
          as(caller).setOnTop({ body: { items: [item()], organizationId: roles.organizationId, ...period } }),
      },
      changeTopContent: {
        ...ofCompanyOnly,
        call: (caller) => as(caller).changeTopContent({ ...ofTop, body: period }),
      },
      orderTopContents: {
        ...ofCompanyOnly,
        call: (caller) => as(caller).orderTopContents({ body: { ids: [topId] } }),
      },
      removeTopContent: { ...ofCompanyOnly, call: (caller) => as(caller).removeTopContent(ofTop) },
    })
  })

  it('refuses links that are scripts, pictures of others, and periods that end before they begin', async () => {
    const create = (change: Partial<Fields>) => as(chief).createAdvertisement({ body: fields(change) })
    for (const link of [
      ...['javascript:alert(1)', 'http://example.com', '//example.com', 'data:text/html,x', '/study-v'],
      ...['https://user@example.com/', 'https://example.com/a b', ' #/study-v'],
    ])
      expect(await refusal(create({ link }))).toMatchObject(code(INVALID_INPUT))
    const { companyId } = roles
    const foreign = await buildFile(platform.db, { companyId, ownerId: learner.id, contentType: 'image/png' })
    expect(await refusal(create({ pictureFileId: foreign.id }))).toMatchObject(code(NOT_FOUND))
    const text = await buildFile(platform.db, { companyId, ownerId: chief.id, contentType: 'application/pdf' })
    expect(await refusal(create({ pictureFileId: text.id }))).toMatchObject(code(INVALID_INPUT))
    const { id } = await create({})
    const changed = { ...fields({ pictureFileId: text.id }), revision: 0 }
    expect(await refusal(as(chief).changeAdvertisement({ params: { id }, body: changed }))).toMatchObject(
      code(INVALID_INPUT),
    )
    const period = { startsAt: platform.now, endsAt: platform.now }
    expect(await refusal(create(period))).toMatchObject(code(ADVERTISEMENT_PERIOD))
    const late = { ...fields(period), revision: 0 }
    expect(await refusal(as(chief).changeAdvertisement({ params: { id }, body: late }))).toMatchObject(
      code(ADVERTISEMENT_PERIOD),
    )
  })

  it('keeps the order, and says when another administrator was first', async () => {
    const a = await build({ title: '甲', position: 901 })
    const b = await build({ title: '乙', position: 902 })
    await as(chief).orderAdvertisements({ body: { ids: [b, a] } })
    const ids = (await as(chief).managedAdvertisements()).items.map(({ id }) => id)
    expect(ids.indexOf(b)).toBeLessThan(ids.indexOf(a))
    const change = () => as(chief).changeAdvertisement({ params: { id: a }, body: { ...fields(), revision: 0 } })
    const outcome = await race(platform, 3, change, { begin: () => as(chief).managedAdvertisements() })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [ADVERTISEMENT_CHANGED.code]: 2 } })
    const ended = await build({ endsAt: platform.now - dayMs })
    expect(await managed(ended)).toMatchObject({ status: 'ended' })
  })

  it('ends at a limit', async () => {
    const companyId = roles.otherCompany.companyId
    const owner = { companyId, authorId: roles.otherCompany.id, now: platform.now }
    for (let count = 0; count < advertisementsMax; count += 1) await buildAdvertisement(platform.db, owner)
    const body = fields({ organizationId: companyId })
    expect(await refusal(as(roles.otherCompany).createAdvertisement({ body }))).toMatchObject(code(ADVERTISEMENTS_FULL))
  })
})

describe('contents on top', () => {
  const period = { startsAt: null, endsAt: null }
  const setOnTop = (ids: readonly string[], change: { startsAt?: number; endsAt?: number } = {}) =>
    as(chief).setOnTop({
      body: {
        items: ids.map((businessId) => ({ businessType: secretType, businessId })),
        ...{ organizationId: roles.companyId, ...period, ...change },
      },
    })
  const topOf = async (member: BuiltMember) =>
    (await as(member).topContents({ query: { businessType: secretType } })).items.map(({ businessId }) => businessId)

  it('[SYSTEM-040] are answered in their order, while their period lasts', async () => {
    const [first, second, later] = [uuid(), uuid(), uuid()] as const
    const set = await setOnTop([first, second])
    await setOnTop([later], { startsAt: platform.now + hourMs, endsAt: platform.now + 2 * hourMs })
    const own = async () => (await topOf(learner)).filter((id) => [first, second, later].includes(id))
    expect(await own()).toEqual([first, second])
    await as(chief).orderTopContents({ body: { ids: [...set.ids].reverse() } })
    platform.now += hourMs
    expect(await own()).toEqual([second, first, later])
    platform.now += hourMs
    expect(await own()).toEqual([second, first])
    const [secondId = ''] = set.ids.slice(1)
    const ended = { startsAt: null, endsAt: platform.now }
    await as(chief).changeTopContent({ params: { id: secondId }, body: ended })
    expect(await own()).toEqual([first])
    await as(chief).removeTopContent({ params: { id: set.ids[0] ?? '' } })
    expect(await own()).toEqual([])
  })

  it('are never shown to those who may not open them', async () => {
    const id = uuid()
    await setOnTop([id])
    expect(await topOf(learner)).toContain(id)
    hiddenFrom.add(learner.id)
    expect(await topOf(learner)).toEqual([])
    expect(await topOf(roles.member)).toContain(id)
    hiddenFrom.delete(learner.id)
    hiddenFrom.add(chief.id)
    expect(await refusal(setOnTop([uuid()]))).toMatchObject(code(NOT_FOUND))
    hiddenFrom.delete(chief.id)
  })

  it('stand there once, up to a limit, and with a period that makes sense', async () => {
    const id = uuid()
    const { ids } = await setOnTop([id])
    expect(await refusal(setOnTop([id]))).toMatchObject(code(ON_TOP_ALREADY))
    const wrong = { startsAt: platform.now, endsAt: platform.now - 1 }
    expect(await refusal(setOnTop([uuid()], wrong))).toMatchObject(code(ADVERTISEMENT_PERIOD))
    const change = as(chief).changeTopContent({ params: { id: ids[0] ?? '' }, body: wrong })
    expect(await refusal(change)).toMatchObject(code(ADVERTISEMENT_PERIOD))
    for (let count = 0; count < topContentsMax; count += 1)
      await buildTopContent(platform.db, {
        ...{ companyId: roles.companyId, addedBy: chief.id, businessType: secretType, contentId: uuid() },
      })
    expect(await refusal(setOnTop([uuid()]))).toMatchObject(code(ADVERTISEMENTS_FULL))
  })
})
