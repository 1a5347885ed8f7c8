import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { everybody } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { settings as settingsCalls } from '#modules/platform/settings/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import type { PageDocument, PageModule } from '../contract/document.ts'
import { moduleTypeNames } from '../contract/module-types.ts'
import { templateNames } from '../contract/templates.ts'
import { pages } from '../contract.ts'
import { buildPage, documentOf, newModule } from './pages.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, {
  owner: ['branch-manager'],
  administrator: ['admin'],
  otherCompany: ['super-admin'],
})
let chief: BuiltMember
let viewer: BuiltMember
let now = 0

const as = (who: BuiltMember | undefined) => platform.client(pages, who)
const dayMs = 86_400_000
const place = { parentId: null, organizationId: null, audiences: [everybody] }

beforeAll(async () => {
  now = platform.now
  const { companyId } = roles
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  viewer = await buildMember(platform.db, { companyId })
})

const create = async (change: object = {}) => {
  const body = {
    kind: 'home' as const,
    nameCn: '首页',
    nameEn: 'Home',
    ...place,
    template: 'empty' as const,
    ...change,
  }
  return as(chief).createPage({ body })
}
const text = (cn: string, id = 'text'): PageModule => newModule(id, 'rich-text', { settings: { html: { cn, en: '' } } })
const oneSection = (modules: PageModule[], theme: Partial<PageDocument['theme']> = {}) =>
  documentOf([{ id: 'one', columns: 'one', modules }], theme)
const save = (id: string, document: PageDocument, revision = 0) =>
  as(chief).saveDraft({ params: { id }, body: { document, revision } })
const publish = (id: string, revision: number, publishAt: number | null = null) =>
  as(chief).publishPage({ params: { id }, body: { revision, note: '开学', publishAt } })
const htmlOf = async (id: string) =>
  (await as(viewer).homePage({ params: { id } })).sections[0]?.modules.find(({ html }) => html)?.html

/** Jobs of a time run by the clock of the database: their time has come. */
async function runLateJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}

describe('a page', () => {
  it('is a draft until it is published; then viewers see the version until the next one', async () => {
    const { id } = await create()
    expect(await refusal(as(viewer).homePage({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    await save(id, oneSection([text('<p>一</p>')]))
    await publish(id, 1)
    await proves('SYSTEM-001', async () => {
      expect(await htmlOf(id)).toBe('<p>一</p>')
    })
    await save(id, oneSection([text('<p>二</p>')]), 2)
    expect(await htmlOf(id)).toBe('<p>一</p>')
    await proves('SYSTEM-007', async () => {
      const preview = await as(chief).previewPage({ params: { id }, query: { language: 'cn' } })
      expect(preview).toMatchObject({ version: 0, sections: [{ modules: [{ html: '<p>二</p>' }] }] })
    })
    expect(await publish(id, 3)).toEqual({ revision: 4, version: 2 })
    expect(await htmlOf(id)).toBe('<p>二</p>')
    const { items } = await as(chief).pageVersions({ params: { id } })
    expect(items).toMatchObject([
      { number: 2, note: '开学', moduleCount: 1, publishedAt: now },
      { number: 1, publishedByName: expect.any(String) },
    ])
    expect(await as(chief).pageVersion({ params: { id, number: 1 } })).toMatchObject({ number: 1 })
    expect(await refusal(as(chief).pageVersion({ params: { id, number: 9 } }))).toMatchObject({ errorCode: 900_005 })
    await as(chief).restoreVersion({ params: { id, number: 1 }, body: { revision: 4 } })
    expect(await htmlOf(id)).toBe('<p>二</p>')
    await publish(id, 5)
    expect(await htmlOf(id)).toBe('<p>一</p>')
  })

  it('keeps what two editors write: who comes later is refused and has lost nothing', async () => {
    const { id } = await create()
    const result = await race(platform, 8, (at) => save(id, oneSection([text(`<p>${at}</p>`)])), {
      begin: async () => undefined,
      locked: () => sql`select from pages.page where id = ${id} for no key update`,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { 393001: 7 } })
  })

  it('is published at its minute, unless its planner has lost the right to', async () => {
    const soonMs = 600_000
    const { id } = await create()
    await save(id, oneSection([text('<p>到点</p>')]))
    expect(await refusal(publish(id, 1, now))).toMatchObject({ errorCode: 393_006 })
    expect(await refusal(publish(id, 1, now + 400 * dayMs))).toMatchObject({ errorCode: 393_006 })
    await publish(id, 1, now + soonMs)
    await runLateJobs()
    expect(await refusal(as(viewer).homePage({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    platform.now = now + soonMs
    try {
      await runLateJobs()
      expect(await as(chief).getPage({ params: { id } })).toMatchObject({
        state: 'published',
        publishAt: null,
        version: 1,
      })
    } finally {
      platform.now = now
    }
    const planner = await buildMember(platform.db, { companyId: roles.companyId, roles: ['admin'] })
    await save(id, oneSection([text('<p>再来</p>')]), 3)
    const body = { revision: 4, note: '', publishAt: now + soonMs }
    await as(planner).publishPage({ params: { id }, body })
    await sql`update identity.member set enabled = false where id = ${planner.id}`.execute(platform.root)
    platform.now = now + soonMs
    try {
      await runLateJobs()
      expect(await as(chief).getPage({ params: { id } })).toMatchObject({
        hasChanges: true,
        publishAt: null,
        version: 1,
      })
    } finally {
      platform.now = now
    }
    await publish(id, 5, now + soonMs)
    await as(chief).cancelPublication({ params: { id } })
    expect(await as(chief).getPage({ params: { id } })).toMatchObject({ publishAt: null })
  })

  it('is hidden, shown again, archived and taken out, each from where it makes sense', async () => {
    const { id } = await create()
    const set = (state: 'published' | 'hidden' | 'archived', of = id) =>
      as(chief).setPageState({ params: { id: of }, body: { state } })
    expect(await refusal(set('published'))).toMatchObject({ errorCode: 393_003 })
    await set('archived')
    expect(await refusal(set('archived'))).toMatchObject({ errorCode: 393_003 })
    expect(await refusal(save(id, oneSection([]), 1))).toMatchObject({ errorCode: 393_003 })
    expect(await refusal(publish(id, 1))).toMatchObject({ errorCode: 393_003 })
    await set('hidden')
    expect(await as(chief).getPage({ params: { id } })).toMatchObject({ state: 'draft' })
    await save(id, oneSection([text('<p>一</p>')]), 2)
    await publish(id, 3)
    const child = await create({ kind: 'canvas', parentId: id })
    expect(await refusal(set('archived'))).toMatchObject({ errorCode: 393_005 })
    await set('archived', child.id)
    await set('hidden')
    await set('published')
    expect(await htmlOf(id)).toBe('<p>一</p>')
    await set('archived')
    const listed = async (state?: 'archived') =>
      (await as(chief).listPages({ query: { pageSize: 100, ...(state && { state }) } })).items.map((one) => one.id)
    expect(await listed()).not.toContain(id)
    expect(await listed('archived')).toContain(id)
    const restore = as(chief).restoreVersion({ params: { id, number: 1 }, body: { revision: 7 } })
    expect(await refusal(restore)).toMatchObject({ errorCode: 393_003 })
  })

  it('begins from each template without a problem of form, and with each type of module', async () => {
    for (const template of templateNames) {
      const { id } = await create({ template })
      const { problems } = await as(chief).getPage({ params: { id } })
      const kinds = problems.map(({ kind }) => kind).filter((kind) => kind !== 'empty-page' && kind !== 'missing-time')
      expect(kinds).toEqual([])
    }
    const { id } = await create()
    await proves('SYSTEM-031', async () => {
      const saved = await save(id, oneSection(moduleTypeNames.map((type) => newModule(type, type))))
      expect(saved.problems.every(({ kind }) => kind.startsWith('missing-'))).toBe(true)
    })
    const preview = await as(chief).previewPage({ params: { id }, query: { language: 'en' } })
    expect(preview.sections[0]?.modules.map(({ type }) => type)).toEqual(moduleTypeNames)
    expect(preview.sections[0]?.modules.filter(({ failed }) => failed)).toEqual([])
  })

  it('stands below pages of the company, never below itself', async () => {
    const top = await create()
    const below = await create({ parentId: top.id })
    const change = (id: string, parentId: string | null, revision = 0) =>
      as(chief).changePage({ params: { id }, body: { nameCn: '改名', nameEn: '', ...place, parentId, revision } })
    expect(await refusal(change(top.id, below.id))).toMatchObject({ errorCode: 393_002 })
    expect(await refusal(change(top.id, top.id))).toMatchObject({ errorCode: 393_002 })
    expect(await refusal(change(top.id, uuid()))).toMatchObject({ errorCode: 900_005 })
    await change(below.id, null)
    expect(await refusal(change(below.id, null))).toMatchObject({ errorCode: 393_001 })
    expect(await refusal(create({ kind: 'branch' }))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(create({ organizationId: uuid() }))).toMatchObject({ errorCode: 900_005 })
    await as(chief).orderPages({ body: { ids: [below.id, top.id] } })
    expect(await refusal(as(chief).orderPages({ body: { ids: [uuid()] } }))).toMatchObject({ errorCode: 900_005 })
    const copy = await as(chief).copyPage({ params: { id: top.id }, body: { nameCn: '副本', nameEn: '' } })
    expect(await as(chief).getPage({ params: { id: copy.id } })).toMatchObject({ state: 'draft', nameCn: '副本' })
  })

  it('is one of at most 500 of a company', async () => {
    const owner = roles.otherCompany
    await sql`insert into pages.page (id, company_id, kind, audiences, name_cn, name_en, state, document, updated_at)
      select gen_random_uuid(), ${owner.companyId}, 'home', '{everybody}', 'x', '', 'draft', '{}', 0
      from generate_series(1, 500)`.execute(platform.root)
    const body = { kind: 'home' as const, nameCn: '首页', nameEn: '', ...place, template: 'empty' as const }
    expect(await refusal(as(owner).createPage({ body }))).toMatchObject({ errorCode: 393_004, data: { max: 500 } })
    const { rows } = await sql<{
      id: string
    }>`select id from pages.page where company_id = ${owner.companyId} limit 1`.execute(platform.root)
    const copy = as(owner).copyPage({ params: { id: rows[0]?.id ?? '' }, body: { nameCn: '副本', nameEn: '' } })
    expect(await refusal(copy)).toMatchObject({ errorCode: 393_004 })
    await sql`delete from pages.page where company_id = ${owner.companyId}`.execute(platform.root)
  })
})

describe('hostile pages', () => {
  const refusedWith = async (document: PageDocument, kind: string) => {
    const { id } = await create()
    const refused = await refusal(save(id, document))
    expect(refused).toMatchObject({ errorCode: 393_002 })
    expect((refused.data as { problems: { kind: string }[] }).problems.map((one) => one.kind)).toContain(kind)
  }

  it('stand at most so many pages below each other, and a version that others have seen is not overwritten unread', async () => {
    let parentId: string | null = null
    for (let depth = 0; depth < 5; depth++) parentId = (await create({ parentId })).id
    expect(await refusal(create({ parentId }))).toMatchObject({ errorCode: 393_002 })
    const { id } = await create()
    await save(id, oneSection([text('<p>一</p>')]))
    expect(await refusal(publish(id, 0))).toMatchObject({ errorCode: 393_001, data: { revision: 1 } })
    await publish(id, 1)
    const restore = as(chief).restoreVersion({ params: { id, number: 1 }, body: { revision: 0 } })
    expect(await refusal(restore)).toMatchObject({ errorCode: 393_001 })
  })

  it('lose scripts, handlers, frames and pictures from elsewhere', async () => {
    const { id } = await create()
    const html = [
      '<p onclick="alert(1)">一<script>alert(2)</script></p><iframe src="https://evil.example"></iframe>',
      '<img src="https://evil.example/a.png"><img src="x" onerror="alert(3)"><a href="javascript:alert(4)">二</a>',
      '<svg><a xlink:href="javascript:alert(5)">三</a></svg><style>*{display:none}</style><form action="//evil"></form>',
    ].join('')
    await save(id, oneSection([text(html)]))
    const { page } = await as(chief).previewDocument({
      params: { id },
      body: { document: oneSection([text(html)]), language: 'cn' },
    })
    await publish(id, 1)
    for (const shown of [await htmlOf(id), page.sections[0]?.modules[0]?.html]) {
      expect(shown).toContain('一')
      expect(shown).not.toMatch(/script|onclick|onerror|iframe|evil|svg|style|form/)
    }
  })

  it('lead only into the product, to pages of the web by https, and to mail', async () => {
    const { id } = await create()
    const linked = (link: string) => {
      const items = [{ id: 'a', title: { cn: '去', en: '' }, link }]
      return oneSection([newModule('short', 'shortcuts', { settings: { items } })])
    }
    const bad = [
      ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'http://example.com', '//evil.example'],
      ...['https://user:pw@evil.example', ' #/x', '#/a b', 'vbscript:x', '#javascript:x', 'mailto:', 'https://'],
      ...['https://evil.example\\@good.example', '#/x\u202e'],
    ]
    for (const link of bad) expect(await refusal(save(id, linked(link)))).toMatchObject({ errorCode: 900_001 })
    let revision = 0
    for (const link of ['#/study-v', 'https://example.com/a?b=c#d', 'mailto:help@example.com'])
      await save(id, linked(link), revision++)
  })

  it('show only files of the company that all may see', async () => {
    const { companyId } = roles
    const own = { companyId, ownerId: chief.id, kind: 'image' as const, contentType: 'image/png' }
    const picture = await buildFile(platform.db, own)
    const foreign = await buildFile(platform.db, { ...own, companyId: roles.otherCompany.companyId })
    const of = (fileId: string) =>
      oneSection([newModule('p', 'picture', { settings: { fileId, alt: { cn: '图', en: '' } } })])
    const { id } = await create()
    await save(id, of(picture.id))
    await refusedWith(of(foreign.id), 'foreign-picture')
    await refusedWith(of(uuid()), 'foreign-picture')
    await refusedWith(documentOf([], { logoFileId: foreign.id }), 'foreign-picture')
    const video = newModule('v', 'video', { settings: { fileId: picture.id } })
    await refusedWith(oneSection([video]), 'foreign-picture')
  })

  it('embed videos of named hosts alone, by https', async () => {
    const of = (videoUrl: string) => oneSection([newModule('v', 'video', { settings: { videoUrl } })])
    const address = 'https://player.bilibili.com/player.html?bvid=1'
    await refusedWith(of(address), 'video-host')
    const owner = platform.client(settingsCalls, chief)
    await owner.changeRule({ params: { key: 'PAGE_VIDEO_HOSTS' }, body: { value: { hosts: 'player.bilibili.com' } } })
    const { id } = await create()
    await save(id, of(address))
    await publish(id, 1)
    const page = () => as(viewer).homePage({ params: { id } })
    expect((await page()).sections[0]?.modules[0]).toMatchObject({ video: { kind: 'embedded', url: address } })
    for (const bad of [
      'http://player.bilibili.com/x',
      'https://player.bilibili.com.evil.example/',
      'https://player.bilibili.com:8443/x',
      'https://evil.example/?player.bilibili.com',
    ])
      await refusedWith(of(bad), 'video-host')
    await owner.changeRule({ params: { key: 'PAGE_VIDEO_HOSTS' }, body: { value: { hosts: '' } } })
    expect((await page()).sections[0]?.modules[0]).toMatchObject({ video: null })
  })

  it('have no colors that cannot be read', async () => {
    for (const primary of ['#ffff00', '#cccccc', '#ffffff'])
      await refusedWith(oneSection([text('<p>一</p>')], { primary }), 'contrast')
    await refusedWith(oneSection([text('<p>一</p>')], { primary: '#1f5c85', accent: '#ffee88' }), 'contrast')
    const { id } = await create()
    const wrong = oneSection([], { primary: 'red; background: url(//evil)' as never })
    expect(await refusal(save(id, wrong))).toMatchObject({ errorCode: 900_001 })
    const { revision } = await save(id, oneSection([text('<p>一</p>')], { primary: '#8a1c1c' }))
    await publish(id, revision)
    const { theme } = await as(viewer).homePage({ params: { id } })
    expect(theme).toMatchObject({ light: { primary: '#8a1c1c', onPrimary: '#ffffff' }, dark: expect.any(Object) })
  })

  it('have parts of their types alone, each once, where they fit', async () => {
    await refusedWith(oneSection([text('<p>一</p>'), text('<p>二</p>')]), 'same-id')
    await refusedWith(oneSection([{ ...text('<p>一</p>'), column: 1 }]), 'column')
    await refusedWith(oneSection([{ ...text('<p>一</p>'), layout: 'cards' }]), 'layout-not-of-type')
    await refusedWith(oneSection([{ ...text('<p>一</p>'), source: { type: 'hot' } }]), 'source-not-of-type')
    await refusedWith(oneSection([{ ...text('<p>一</p>'), settings: { endsAt: 1 } }]), 'setting-not-of-type')
    const section = { id: 'one', columns: 'one' as const, modules: [] }
    await refusedWith(documentOf([section, section]), 'same-id')
    const modules = (name: string) => Array.from({ length: 31 }, (_, at) => newModule(`${name}-${at}`, 'todos'))
    const sections = ['a', 'b'].map((id) => ({ id, columns: 'one' as const, modules: modules(id) }))
    await refusedWith(documentOf(sections), 'too-many-modules')
  })

  it('are not published unfinished', async () => {
    const { id } = await create()
    expect(await refusal(publish(id, 0))).toMatchObject({ errorCode: 393_002 })
    const refs = [{ kind: 'course', id: uuid() }]
    const gone = { ...newModule('c', 'courses'), source: { type: 'chosen' as const, refs } }
    const { problems } = await save(id, oneSection([gone, newModule('w', 'countdown')]))
    expect(problems.map(({ kind, moduleId }) => [kind, moduleId])).toEqual([
      ['missing-time', 'w'],
      ['gone-content', 'c'],
    ])
    expect(await refusal(publish(id, 1))).toMatchObject({ errorCode: 393_002 })
  })
})

describe('who designs pages', () => {
  it('are administrators, and branch managers for their organization', async () => {
    const { companyId, organizationId } = roles
    const below = await buildOrganization(platform.db, { companyId, parentId: organizationId, name: '测试组' })
    const branch = await buildPage(platform.db, { companyId, kind: 'branch', organizationId: below, now })
    const ofCompany = await buildPage(platform.db, { companyId, now })
    const body = { document: oneSection([text('<p>一</p>')]), revision: 0 }
    const designing = {
      owner: 'accepted',
      administrator: 'accepted',
      ...{ member: 10_138, colleague: 10_138, stranger: 10_138, otherCompany: 900_005, nobody: 401 },
    } as const
    const params = { id: branch }
    const fields = { nameCn: '副本', nameEn: '' }
    await expectRoles(roles, {
      listPages: { ...designing, otherCompany: 'accepted', call: (caller) => as(caller).listPages() },
      getPage: { ...designing, call: (caller) => as(caller).getPage({ params }) },
      previewPage: {
        ...designing,
        call: (caller) => as(caller).previewPage({ params, query: { language: 'cn' } }),
      },
      previewDocument: {
        ...designing,
        call: (caller) => as(caller).previewDocument({ params, body: { document: body.document, language: 'cn' } }),
      },
      pageVersions: { ...designing, call: (caller) => as(caller).pageVersions({ params }) },
      copyPage: { ...designing, call: (caller) => as(caller).copyPage({ params, body: fields }) },
      cancelPublication: { ...designing, call: (caller) => as(caller).cancelPublication({ params }) },
      disabledMembers: { ...designing, call: (caller) => as(caller).disabledMembers({ params }) },
    })
    const owner = as(roles.owner)
    const ofAll = { id: ofCompany }
    const refused = await refusals([
      owner.getPage({ params: ofAll }),
      owner.saveDraft({ params: ofAll, body }),
      owner.createPage({ body: { kind: 'home', nameCn: '首页', nameEn: '', ...place, template: 'empty' } }),
      owner.pageVisits(),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([10_138, 10_138, 10_138, 10_138])
    const { items } = await owner.listPages({ query: { pageSize: 100 } })
    expect(items.every((one) => one.organizationId !== null)).toBe(true)
    await owner.createPage({
      body: { kind: 'branch', nameCn: '分院', nameEn: '', ...place, organizationId: below, template: 'branch' },
    })
    const change = owner.changePage({ params, body: { ...fields, ...place, organizationId: companyId, revision: 2 } })
    expect(await refusal(change)).toMatchObject({ errorCode: 10_138 })
  })
})
