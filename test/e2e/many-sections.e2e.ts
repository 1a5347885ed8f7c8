/** Several files become sections in the order of the choice, and several sections are changed at once. */
import { join } from 'node:path'
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const media = join(import.meta.dirname, '../../demo/media')
const words = { cn, en } as const
const shell = { cn: shellCn, en: shellEn } as const

for (const language of languagesOf('cn')) {
  const text = words[language]
  const { many, files } = text.authoring

  test(`files become sections in their order, one is refused, and several sections change together (${language})`, async ({
    open,
    platform,
  }) => {
    const lecturer = await platform.createAccount(`duo-${language}`, '多讲师', ['lecturer'])
    const author = { ...lecturer, companyId: platform.companyId, organizationId: platform.companyId }
    const course = await buildCourse(platform.db, {
      author,
      status: 'draft',
      chapters: [
        { title: 'A', sections: [] },
        { title: 'B', sections: [{ title: 'B1' }] },
      ],
    })
    const desk = await open(language, lecturer)
    await desk.goto(`/#/admin/courses/${course.id}`)
    const chapter = desk.locator('.co-edit-chapter').first()
    await chapter
      .locator('input[type=file]')
      .setInputFiles([
        join(import.meta.dirname, 'video.mp4'),
        join(import.meta.dirname, 'fixtures.ts'),
        join(media, 'security-handbook.pdf'),
      ])
    const rows = chapter.locator('.co-edit-section')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0).getByRole('textbox')).toHaveValue('video')
    await expect(rows.nth(1).getByRole('textbox')).toHaveValue('security-handbook')
    await expect(chapter.getByText('fixtures.ts', { exact: true })).toBeVisible()
    await expectAccessible(desk)
    await chapter.getByRole('button', { name: files.close, exact: true }).click()

    // Both become elective, and move; deleted, they come back.
    for (const title of ['video', 'security-handbook'])
      await desk.getByRole('checkbox', { name: many.choose.replace('{title}', title) }).check()
    const bar = desk.getByRole('region', { name: many.bar })
    await bar.getByRole('button', { name: many.elective }).click()
    await expect(rows.getByRole('switch', { checked: false })).toHaveCount(2)
    await expectAccessible(desk)
    await bar.getByRole('combobox', { name: many.move }).click()
    await desk.locator('.ant-select-item-option').filter({ hasText: 'B' }).click()
    const moved = desk.locator('.co-edit-chapter').nth(1).locator('.co-edit-section')
    await expect(moved).toHaveCount(3)
    await expect(moved.nth(2).getByRole('textbox')).toHaveValue('security-handbook')
    await bar.getByRole('button', { name: many.delete }).click()
    await expect(moved).toHaveCount(1)
    await desk.getByRole('button', { name: shell[language].undo }).click()
    await expect(moved).toHaveCount(3)
  })
}
