/** Acting where one looks: a message from the progress board, the gradebook with the keyboard, and a learning record. */
import studyCn from '#modules/content/study/messages/cn.json' with { type: 'json' }
import studyEn from '#modules/content/study/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/pushes/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/pushes/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { text: cn, study: studyCn, courses: coursesCn },
  en: { text: en, study: studyEn, courses: coursesEn },
} as const

const filled = (text: string, count: number) => text.replace('{count}', String(count))

for (const language of languagesOf('cn'))
  test(`a manager writes to learners on the board, and finds them in the gradebook (${language})`, async ({
    open,
    platform,
  }) => {
    const { text, study, courses: board } = words[language]
    const chief = await platform.createAccount(`grades-chief-${language}`, '周敏', ['super-admin'])
    const chapters = [
      {
        sections: [
          { title: '概述', kind: 'video' as const },
          { title: '实操', kind: 'video' as const },
        ],
      },
    ]
    const author = { ...chief, organizationId: platform.companyId }
    const names = ['消防安全基础', '信息安全与保密：办公场景中的二十个常见误区', '新员工入职', '客户沟通']
    const courses = []
    for (const name of names) courses.push(await buildCourse(platform.db, { author, name, chapters }))
    const people = ['李大力', '孙小红', '钱多多', '赵一', '王小川', '林知远', '何晨', '欧阳明月']
    let last = ''
    let learners = 0
    for (const [index, name] of people.entries()) {
      const member = await platform.createAccount(`grades-${index}-${language}`, name)
      last = member.id
      for (const [at, course] of courses.entries()) {
        const kind = (index + at * 3) % 5
        if (kind === 4) continue
        if (at === 0) learners += 1
        const share = [undefined, 0.4, 1, 1][kind]
        await buildLearner(platform.db, {
          ...{ member: { ...member, companyId: platform.companyId }, course, registeredAt: Date.now() - 86_400_000 },
          ...(share !== undefined && {
            studiedAt: Date.now() - 3_600_000,
            watched: course.sections.map((section) => ({ section, share })),
          }),
        } as never)
      }
    }
    const page = await open(language, chief)
    const main = page.locator('main')
    await page.goto(`/#/admin/course-progress/${courses[0]?.id}`)
    await main.getByRole('button', { name: filled(board.board.chooseAll_other, learners) }).click()
    await expectAccessible(page)
    await main.getByRole('button', { name: filled(text.board.remind_other, learners) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text.urge.kind.message, { exact: true }).first().click()
    await dialog.getByRole('textbox').fill('请在周五前学完《{item}》')
    await expect(dialog.getByRole('status')).toContainText(/\d/)
    await dialog.getByRole('button', { name: text.urge.send, exact: true }).click()
    await main.getByRole('button', { name: text.board.sent }).click()
    await expect(page.getByRole('dialog')).toContainText('请在周五前学完《消防安全基础》')
    await expectAccessible(page)

    await page.goto('/#/admin/gradebook')
    const grid = main.getByRole('grid', { name: study.gradebook.title })
    await expect(grid.getByRole('row')).toHaveCount(people.length + 2)
    await expectAccessible(page)
    // The arrows move through the cells.
    await grid.getByRole('columnheader').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(grid.locator('td').first()).toBeFocused()
    await main.getByRole('combobox', { name: study.gradebook.status }).click()
    await page.getByTitle(study.gradebook.state.done, { exact: true }).click()
    await expect(page).toHaveURL(/state=done/)
    await page.goto(`/#/learning-record/${last}`)
    await expect(main.getByRole('heading', { level: 1 })).toContainText('欧阳明月')
    await expectAccessible(page)
  })
