/** A designed home page and a branch as members see them: on a desktop, on a phone, and where they may not. */
import { sql } from 'kysely'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { buildPage, documentOf, newModule } from '#modules/portal/pages/server/pages.fixture.ts'
import { type Connection, withTables } from '#server/db/connection.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const movedTo = (db: Connection, memberId: string, organizationId: string) =>
  sql`update identity.member set organization_id = ${organizationId} where id = ${memberId}`.execute(
    withTables<unknown>(db),
  )

const text = (cn: string, en: string) =>
  newModule('text', 'rich-text', { settings: { html: { cn: `<p>${cn}</p>`, en: `<p>${en}</p>` } } })

for (const language of languagesOf('cn')) {
  test(`a branch is chosen and opened by its members, in its own colors (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const organizationId = await buildOrganization(db, { companyId, parentId: companyId, name: `华东 ${language}` })
    const member = await platform.createAccount(`branch-${language}`, '林知远')
    await movedTo(db, member.id, organizationId)
    const outsider = await platform.createAccount(`no-branch-${language}`, '周明')
    const items = [{ id: 'study', title: { cn: '学习', en: 'Study' }, link: '#/study-v', icon: 'book' }]
    const design = documentOf(
      [
        {
          id: 'one',
          columns: 'wide-narrow',
          modules: [
            text('华东分院欢迎您', 'Welcome to the east'),
            newModule('short', 'shortcuts', { column: 1, settings: { items } }),
          ],
        },
      ],
      { primary: '#8a1c1c' },
    )
    const names = { nameCn: `华东分院 ${language}`, nameEn: `East ${language}` }
    const branch = { companyId, kind: 'branch' as const, organizationId, document: design, now: Date.now() }
    const id = await buildPage(db, { ...branch, ...names })
    const name = language === 'cn' ? names.nameCn : names.nameEn

    const page = await open(language, member)
    const asked: string[] = []
    const engines: string[] = []
    page.on('request', (request) => {
      asked.push(`${request.url()} ${request.postData() ?? ''}`)
      if (request.url().includes('/engines/')) engines.push(new URL(request.url()).origin)
    })
    await page.goto(`/#/branch-list-v/${id}`)
    await proves(['SHELL-022', 'SHELL-035'], async () => {
      await expect(page).toHaveURL(/#\/special-home/)
    })
    await page.getByRole('link', { name }).click()
    await proves(['SYSTEM-002', 'SHELL-036'], async () => {
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByText(language === 'cn' ? '华东分院欢迎您' : 'Welcome to the east')).toBeVisible()
    })
    await proves(['SHELL-034', 'SHELL-029'], async () => {
      expect(asked.some((one) => one.includes('/live/supplier'))).toBe(true)
    })
    await proves(['SHELL-039', 'SHELL-041'], async () => {
      expect(engines).toEqual([new URL(page.url()).origin])
    })
    expect(await page.locator('.pg-shortcut-icon').evaluate((icon) => getComputedStyle(icon).color)).toBe(
      'rgb(138, 28, 28)',
    )
    await expectAccessible(page)
    await page.goto('/#/center')
    await proves('SHELL-040', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.locator('script[src*="engines"]').count()).toBe(1)
      await expect(page.locator('.sy-loading-bar')).toHaveCount(0)
    })

    const phone = await open(language, member, { width: 390, dark: true })
    await phone.goto('/#/home-v')
    await phone.getByRole('link', { name }).click()
    await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(phone)

    const other = await open(language, outsider)
    await other.goto('/#/home-v')
    await other.evaluate(() => sessionStorage.setItem('businessId', 'any'))
    await other.goto(`/#/branch-list-v/${id}`)
    await proves('SYSTEM-043', async () => {
      await expect(other).toHaveURL(/error-page\/190000/)
    })
    await other.goto('/#/branch-list-v/01900000-0000-7000-8000-000000000001')
    await proves('SYSTEM-044', async () => {
      await expect(other).toHaveURL(/error-page\/190001/)
    })
  })

  test(`a designed home page takes the place of the product’s own (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const organizationId = await buildOrganization(db, { companyId, parentId: companyId, name: `家 ${language}` })
    const member = await platform.createAccount(`designed-${language}`, '林知远')
    await movedTo(db, member.id, organizationId)
    const before = await open(language, member)
    await before.goto('/#/home-v')
    await expect(before.getByRole('heading', { level: 1 })).toContainText('林知远')
    const design = documentOf([{ id: 'one', columns: 'one', modules: [text('本院首页', 'Our home')] }])
    const id = await buildPage(db, { companyId, organizationId, document: design, now: Date.now() })
    const page = await open(language, member)
    const logs: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('home-config-login-log')) logs.push(request.postData() ?? '')
    })
    await page.goto('/#/home-v')
    await proves('SYSTEM-001', async () => {
      await expect(page.getByText(language === 'cn' ? '本院首页' : 'Our home')).toBeVisible()
    })
    await proves('SYSTEM-028', async () => {
      await expect.poll(() => logs.length).toBe(1)
      await page.goto('/#/study-v')
      await page.goto('/#/home-v')
      await expect(page.getByText(language === 'cn' ? '本院首页' : 'Our home')).toBeVisible()
      await page.waitForTimeout(2000)
      expect(logs).toHaveLength(1)
      expect(new URLSearchParams(logs[0]).get('homeConfigId')).toBe(id)
    })
    await expectAccessible(page)
  })
}
