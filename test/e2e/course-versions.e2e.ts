/** A course that its author changes while somebody learns it: what is new is shown, moving is a choice, nothing is lost. */
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { leavePublished } from './published.ts'

const words = { cn, en } as const
const names = { cn: '仓库安全（第一版）', en: 'Warehouse safety' } as const

for (const language of languagesOf('cn')) {
  const text = words[language]
  const name = names[language]

  test(`[COURSE-072] a new version is seen, chosen, and takes nothing away (${language})`, async ({
    open,
    platform,
  }) => {
    const author = await platform.createAccount(`author-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`mover-${language}`, '薛学员')
    const { companyId } = platform
    const course = await buildCourse(platform.db, {
      author: { id: author.id, companyId, organizationId: companyId },
      name,
      chapters: [{ sections: [{ title: 'A' }, { title: 'B' }] }],
    })
    const address = `/#/study/course/detail/${course.id}`
    const page = await open(language, learner)
    await page.goto(address)
    await page.getByRole('button', { name: text.detail.register }).first().click()
    const rows = page.locator('.co-outline-row')
    await expect(rows.nth(0)).toHaveAttribute('data-state', 'done')
    const percent = () => page.getByRole('progressbar', { name: text.detail.progress }).first()
    await expect(percent()).toHaveAttribute('aria-valuenow', '50')

    // The author adds a section and publishes; who is registered stays.
    const desk = await open(language, author)
    await desk.goto(`/#/admin/courses/${course.id}`)
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    await desk.getByRole('button', { name: text.kind.link, exact: true }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.getByRole('textbox', { name: text.authoring.sectionTitle }).fill('C')
    await drawer.getByRole('textbox', { name: text.authoring.url }).fill('https://example.com/')
    await drawer.getByRole('button', { name: text.authoring.save, exact: true }).click()
    await expect(drawer).toBeHidden()
    const publish = text.authoring.do['publish-changes']
    await desk.getByRole('button', { name: publish, exact: true }).click()
    const asking = desk.getByRole('dialog')
    await expectAccessible(desk)
    await asking.getByRole('button', { name: publish, exact: true }).click()
    await leavePublished(desk, language)

    // The learner sees what is different, and may stay.
    await page.reload()
    const note = page.locator('.co-version-note')
    await expect(note).toContainText(text.newVersion.title)
    await expect(rows).toHaveCount(2)
    await note.getByRole('button', { name: text.newVersion.look }).click()
    const dialog = page.getByRole('dialog', { name: text.newVersion.heading })
    await expect(dialog.getByRole('listitem').filter({ hasText: text.versions.change.added })).toContainText('C')
    const after = text.newVersion.after.replace('{before}', '50').replace('{after}', '33')
    await expect(dialog).toContainText(after)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text.newVersion.stay }).click()
    await expect(rows).toHaveCount(2)

    // It finishes its own version, and then moves: finished stays finished, and what is new is there to study.
    await rows.nth(1).click()
    await expect(percent()).toHaveAttribute('aria-valuenow', '100')
    await page.reload()
    await note.getByRole('button', { name: text.newVersion.look }).click()
    await dialog.getByRole('button', { name: text.newVersion.move }).click()
    await expect(rows).toHaveCount(3)
    await expect(note).toBeHidden()
    await expect(percent()).toHaveAttribute('aria-valuenow', '100')
    await expect(page.getByText(text.detail.finished).first()).toBeVisible()
    await expect(rows.nth(0)).toHaveAttribute('data-state', 'done')
    await expect(rows.nth(1)).toHaveAttribute('data-state', 'done')
    await expect(rows.nth(2)).not.toHaveAttribute('data-state', 'done')
    await expectAccessible(page)

    // The author sees who is where.
    await desk.reload()
    await desk.getByRole('tab', { name: text.authoring.tab.versions }).click()
    await expect(desk.getByRole('tabpanel').last()).toContainText('2')
    await expectAccessible(desk)
  })
}
