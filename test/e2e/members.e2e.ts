/** Members as others see them: the card at a name, the homepage, the subordinates, and what only buyers for others see. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import invoicesCn from '#modules/commerce/invoices/messages/cn.json' with { type: 'json' }
import invoicesEn from '#modules/commerce/invoices/messages/en.json' with { type: 'json' }
import studyCn from '#modules/content/study/messages/cn.json' with { type: 'json' }
import studyEn from '#modules/content/study/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    text: identityCn,
    courses: coursesCn,
    study: studyCn,
    invoices: invoicesCn,
    far: '华东大区客户成功与交付支持部第三小组',
  },
  en: {
    text: identityEn,
    courses: coursesEn,
    study: studyEn,
    invoices: invoicesEn,
    far: 'Customer success and delivery support, team 3',
  },
} as const

const filled = (text: string, count: number) => text.replace('{count}', String(count))
const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const language of ['cn', 'en'] as const) {
  const { text, courses, study, invoices, far } = words[language]

  test(`a name opens the card of its member, and leads to the homepage (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const superior = await platform.createAccount(`card-superior-${language}`, '何主管')
    const lin = await platform.createAccount(`card-lin-${language}`, '林知远', ['lecturer'])
    const wang = await platform.createAccount(`card-wang-${language}`, '王小川')
    const farOrganization = await buildOrganization(platform.db, { companyId, parentId: companyId, name: far })
    await sql`update identity.member set superior_id = ${superior.id} where id = ${lin.id}`.execute(platform.db)
    await sql`update identity.member set superior_id = ${lin.id}, organization_id = ${farOrganization}
      where id = ${wang.id}`.execute(platform.db)
    const course = await buildCourse(platform.db, { author: { id: superior.id, companyId, organizationId: companyId } })
    const [section] = course.sections
    if (!section) throw new Error('a course has a section')
    await buildLearner(platform.db, {
      member: { id: lin.id, companyId },
      course,
      watched: [{ section, share: 1, studyMs: 5_370_000 }],
    })
    await buildLearner(platform.db, {
      member: { id: wang.id, companyId },
      course,
      watched: [{ section, share: 0.1, studyMs: 29_000 }],
    })

    const desk = await open(language, superior)
    await desk.goto('/#/center/subordinate')
    const rows = desk.getByRole('row')
    await proves('IDENTITY-006', async () => {
      const row = rows.filter({ hasText: lin.fullName })
      await expect(row).toContainText(filled(study.subordinate.minutes_other, 90))
      await expect(row).toContainText(filled(study.subordinate.courses_one, 1))
    })
    await proves('IDENTITY-054', async () => {
      await expect(rows.filter({ hasText: wang.fullName })).toHaveCount(0)
      await desk.locator('.ant-segmented-item', { hasText: text.maps.managedLevel[2] }).click()
      await expect(rows.filter({ hasText: wang.fullName })).toBeVisible()
      await expect(rows.filter({ hasText: lin.fullName })).toHaveCount(0)
      await desk.locator('.ant-segmented-item', { hasText: text.maps.managedLevel[1] }).click()
    })
    await expectAccessible(desk)

    const name = desk.getByRole('link', { name: lin.fullName, exact: true })
    await name.hover()
    const card = cardOf(desk, lin.fullName)
    const minutes = (value: number) =>
      `${value} ${filled(courses.memberCard[value === 1 ? 'minutes_one' : 'minutes_other'], value)}`
    await proves(['IDENTITY-008', 'IDENTITY-045'], async () => {
      await expect(card).toContainText(text.maps.identityLabel.lecturer)
      await expect(card).toContainText(text.grades[1])
      await expect(card.locator('img[src*="grades/1.svg"]')).toBeVisible()
      await expect(card.locator('.sy-avatar')).toBeVisible()
      await expect(card).toContainText(text.members.organization)
      await expect(card).toContainText(courses.memberCard.studyTime)
    })
    await proves('IDENTITY-049', async () => {
      // 5,370 s are 89.5 minutes; 29 s below are none.
      await expect(card).toContainText(minutes(90))
    })
    await expectAccessible(desk)
    const widthOf = async (opened: typeof card) => Math.round((await opened.boundingBox())?.width ?? 0)
    const narrow = await widthOf(card)
    await desk.keyboard.press('Escape')
    await expect(card).toBeHidden()

    // By the keyboard as well; what needs more room than 320 px has it.
    await desk.locator('.ant-segmented-item', { hasText: text.maps.managedLevel[2] }).click()
    await desk.mouse.move(0, 0)
    await desk.getByRole('searchbox').focus()
    const below = desk.getByRole('link', { name: wang.fullName, exact: true })
    for (let tabs = 0; tabs < 12 && !(await below.evaluate((link) => link === document.activeElement)); tabs++)
      await desk.keyboard.press('Tab')
    const other = cardOf(desk, wang.fullName)
    await expect(other).toBeVisible()
    await expect(other).toContainText(minutes(0))
    await proves('IDENTITY-046', async () => {
      expect(narrow).toBeLessThanOrEqual(320)
      await expect(other).toContainText(far)
      expect(await widthOf(other)).toBeGreaterThan(narrow)
      const cut = await other.evaluate((one) =>
        [...one.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1),
      )
      expect(cut).toBe(false)
    })

    await proves('IDENTITY-007', async () => {
      await desk.keyboard.press('Enter')
      await expect(desk).toHaveURL(new RegExp(`personal-homepage/${wang.id}`))
      await expect(desk.getByRole('heading', { level: 1, name: wang.fullName })).toBeVisible()
      await expect(desk.getByText(far)).toBeVisible()
    })
    await expectAccessible(desk)

    // Each part of the card may fail by itself.
    const parts = {
      'human/member/other/detail': lin.fullName,
      'system/integral-result/other/grade': text.grades[1],
      'system/organization/find-path': text.members.organization,
      'system/credit/detail-hour-member': courses.memberCard.studyTime,
    }
    const flags = [
      'ask-bar/expert/other-simple',
      'training/lecturer/is-lecture-other',
      'training/class-teacher/other/is-teacher',
    ]
    await proves('IDENTITY-076', async () => {
      for (const failing of [...Object.keys(parts), ...flags]) {
        const page = await open(language, superior)
        await page.route(`**/${failing}**`, (route) => route.abort())
        await page.route('**/system/calls', (route) => route.fulfill({ status: 404 }))
        await page.goto('/#/center/subordinate')
        await page.getByRole('link', { name: lin.fullName, exact: true }).hover()
        const opened = page.locator('.hover-member')
        await expect(opened).toBeVisible()
        for (const [path, said] of Object.entries(parts))
          if (path !== failing) await expect(opened, `${failing} fails`).toContainText(said)
      }
    })
  })

  test(`who buys for others sees the invoices of that, and nobody else does (${language})`, async ({
    open,
    platform,
  }) => {
    const learner = await platform.createAccount(`buyer-none-${language}`, '林知远')
    const buyer = await platform.createAccount(`buyer-for-${language}`, '钱采购', ['purchaser'])
    await proves('IDENTITY-058', async () => {
      for (const [account, count] of [
        [learner, 0],
        [buyer, 1],
      ] as const) {
        const page = await open(language, account)
        await page.route('**/system/calls', (route) => route.fulfill({ status: 404 }))
        const asked = count === 0 ? page.waitForResponse(/invoiceable\?.*memberType=purchaser/) : undefined
        await page.goto('/#/invoice-management/individual')
        await expect(page.getByRole('heading', { level: 1, name: invoices.title.individual })).toBeVisible()
        await asked
        await expect(page.getByRole('link', { name: invoices.title.purchaser })).toHaveCount(count)
      }
    })
  })

  test(`a default picture is chosen without an upload (${language})`, async ({ open, platform }) => {
    const lin = await platform.createAccount(`picture-${language}`, '林知远')
    const page = await open(language, lin)
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await page.goto('/#/center/my/profile')
    const picker = page.getByRole('group', { name: text.profile.defaultAvatars })
    await proves(['IDENTITY-009', 'IDENTITY-050'], async () => {
      await expect(picker.getByRole('button')).toHaveCount(6)
      await expect(picker).toContainText(text.maps.avatarType[0])
    })
    await proves('IDENTITY-051', async () => {
      const fourth = picker.getByRole('button').nth(3)
      await fourth.click()
      await expect(fourth).toHaveAttribute('aria-pressed', 'true')
      expect(sent.some((url) => /upload/.test(url))).toBe(false)
      const { rows } = await sql<{ avatar_path: string }>`
        select avatar_path from identity.member where id = ${lin.id}`.execute(platform.db)
      expect(rows).toEqual([{ avatar_path: 'avatars/0-4.png' }])
    })
  })
}
