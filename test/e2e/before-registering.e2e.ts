/** What stands between writing a course and studying it: what is missing, what follows publishing, and a look before registering. */
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import pushesCn from '#modules/learning/pushes/messages/cn.json' with { type: 'json' }
import pushesEn from '#modules/learning/pushes/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { text: cn, after: catalogCn.published, push: pushesCn.published },
  en: { text: en, after: catalogEn.published, push: pushesEn.published },
} as const

for (const language of languagesOf('cn')) {
  const { text, after, push } = words[language]

  test(`an empty chapter is named before publishing; what was published is pushed, and tried by a visitor (${language})`, async ({
    open,
    platform,
  }) => {
    const chief = await platform.createAccount(`qiao-${language}`, '乔老师', ['super-admin'])
    const visitor = await platform.createAccount(`ke-${language}`, '柯学员')
    const name = language === 'cn' ? '厨房灭火' : 'Kitchen fires'
    const author = { ...chief, companyId: platform.companyId, organizationId: platform.companyId }
    const course = await buildCourse(platform.db, {
      author,
      name,
      status: 'draft',
      chapters: [
        { title: 'A', sections: [{ title: 'A1', body: '<p>盖上锅盖</p>' }, { title: 'A2' }] },
        { title: 'B', sections: [] },
      ],
    })

    const desk = await open(language, chief)
    await desk.goto(`/#/admin/courses/${course.id}`)
    const publish = desk.getByRole('button', { name: text.authoring.do.publish, exact: true })
    await expect(publish).toBeDisabled()
    const missing = desk.getByRole('complementary').getByRole('button', { name: /“B”/ })
    await expect(missing).toBeVisible()
    await expectAccessible(desk)
    // The first section may be tried, and the empty chapter goes.
    await desk.getByRole('button', { name: text.authoring.editOf.replace('{title}', 'A1') }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.getByRole('switch', { name: text.authoring.freePreview }).click()
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: text.authoring.save, exact: true }).click()
    await expect(drawer).toBeHidden()
    await desk.getByRole('button', { name: text.authoring.deleteOf.replace('{title}', 'B') }).click()
    await desk.getByRole('tooltip').getByRole('button', { name: text.authoring.delete, exact: true }).click()
    await publish.click()
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    const done = desk.getByRole('dialog', { name: after.published })
    await expect(done.getByRole('link', { name: after.look })).toBeVisible()
    await expectAccessible(desk)
    await done.getByRole('link', { name: push.push }).click()
    await expect(desk.getByRole('listitem').filter({ hasText: name })).toBeVisible()

    // A visitor reads what the course takes and gives, and tries the first section; nothing counts.
    await buildLearner(platform.db, {
      member: author,
      course: { ...course, versionId: course.versionId },
      isShown: true,
    })
    const page = await open(language, visitor, { width: 390 })
    await page.goto(`/#/study/course/detail/${course.id}`)
    const offer = page.getByRole('region', { name: text.offer.title })
    await expect(offer.getByRole('listitem').filter({ hasText: '乔老师' })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: /A2/ })).toBeDisabled()
    await page.getByRole('button', { name: text.offer.try }).click()
    await expect(page.getByText('盖上锅盖')).toBeVisible()
    await expect(page.getByText(text.offer.trying)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.detail.register }).first().click()
    await expect(page.getByRole('progressbar', { name: text.detail.progress })).toBeVisible()
  })
}
