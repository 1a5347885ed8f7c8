/** From a course's rules to a paper that others can check. */
import { readFile } from 'node:fs/promises'
import certificatesCn from '#modules/learning/certificates/messages/cn.json' with { type: 'json' }
import certificatesEn from '#modules/learning/certificates/messages/en.json' with { type: 'json' }
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { courses: coursesCn, certificates: certificatesCn, shell: shellCn },
  en: { courses: coursesEn, certificates: certificatesEn, shell: shellEn },
} as const

for (const language of languagesOf('en')) {
  const { courses, certificates, shell } = words[language]

  test(`[COURSE-057] who finishes a course has its certificate, which anybody can check (${language})`, async ({
    open,
    platform,
  }) => {
    const lecturer = await platform.createAccount(`paper-lecturer-${language}`, '江讲师', ['lecturer'])
    const author = { id: lecturer.id, companyId: platform.companyId, organizationId: platform.companyId }
    const name = language === 'cn' ? '用电安全' : 'Electrical safety'
    const template = language === 'cn' ? '用电安全合格证' : 'Safe with electricity'
    await buildTemplate(platform.db, { author, name: template })
    const course = await buildCourse(platform.db, { author, name, chapters: [{ sections: [{ kind: 'text' }] }] })

    // The lecturer sets the completion awards.
    const desk = await open(language, lecturer)
    await desk.goto(`/#/admin/courses/${course.id}`)
    await desk.getByRole('tab', { name: courses.authoring.tab.rules }).click()
    await desk.getByLabel(certificates.awards.certificate).click()
    await desk.getByText(template, { exact: true }).last().click()
    await expect(desk.getByText(shell.editing.saving.saved)).toBeVisible()
    await expectAccessible(desk)

    // The learner finishes.
    const learner = await platform.createAccount(`paper-learner-${language}`, '薛学员')
    const page = await open(language, learner)
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: courses.detail.register }).first().click()
    await expect(page.getByText(courses.celebration.kicker)).toBeVisible()
    await page.goto('/#/center/my/certificates')
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(name).first()).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 240_000 })
    await expectAccessible(page)
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: certificates.mine.download }).click(),
    ])
    const bytes = await readFile(await paper.path())
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')

    // Whoever is shown it can check it without an account; the name is covered, the file is compared.
    const address = await page.getByRole('link', { name: certificates.mine.verify }).getAttribute('href')
    const visitor = await open(language, undefined, { width: 390 })
    await visitor.goto(`/${address}`)
    await expect(visitor.getByRole('heading', { name: certificates.verify.genuine })).toBeVisible()
    await expect(visitor.getByText(name).first()).toBeVisible()
    await expect(visitor.getByText('薛学员')).toHaveCount(0)
    await expectAccessible(visitor)
    await visitor
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: bytes })
    await expect(visitor.getByText(certificates.verify.same)).toBeVisible()
    const changed = Buffer.concat([bytes, Buffer.from(' ')])
    await visitor
      .locator('input[type=file]')
      .setInputFiles({ name: 'b.pdf', mimeType: 'application/pdf', buffer: changed })
    await expect(visitor.getByText(certificates.verify.changed)).toBeVisible()
  })
}
