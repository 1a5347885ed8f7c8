/** The view of a team: its members, what each contributes, one of them in detail, the export; and nobody else's. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/pushes/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/pushes/messages/en.json' with { type: 'json' }
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    text: cn,
    shell: shellCn,
    course: '门店陈列',
    push: '陈列月',
    people: { leader: '何主管', fast: '林知远', slow: '王小川', outside: '郑外人' },
    sheet: { rank: '名次', minutes: '学习时长（分钟）' },
  },
  en: {
    text: en,
    shell: shellEn,
    course: 'Shop displays',
    push: 'A month of displays',
    people: { leader: 'He Zhuguan', fast: 'Lin Zhiyuan', slow: 'Wang Xiaochuan', outside: 'Zheng Outside' },
    sheet: { rank: 'Rank', minutes: 'Study time (minutes)' },
  },
} as const

/** A message of the product with its variables filled. */
const filled = (text: string, variables: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(variables[name] ?? ''))

const dayMs = 86_400_000

for (const language of languagesOf('en')) {
  const { text, shell, course: courseName, push, people, sheet } = words[language]

  test(`a leader sees the team, each one's share, and one of them in detail (${language})`, async ({
    open,
    platform,
  }) => {
    const account = (key: keyof typeof people) => platform.createAccount(`team-${key}-${language}`, people[key])
    const [leader, fast, slow, outside] = [
      await account('leader'),
      await account('fast'),
      await account('slow'),
      await account('outside'),
    ]
    const { companyId } = platform
    const shop = await buildOrganization(platform.db, {
      companyId,
      parentId: companyId,
      name: `${courseName} ${language}`,
    })
    await sql`update identity.member set superior_id = ${leader.id}, organization_id = ${shop}
      where id = any(${[fast.id, slow.id]}::uuid[])`.execute(platform.db)
    const author = { id: leader.id, companyId, organizationId: companyId }
    const course = await buildCourse(platform.db, { author, name: courseName })
    const [section] = course.sections
    if (!section) throw new Error('a course has a section')
    const studied = (member: { id: string }, share: number, studyMs: number) =>
      buildLearner(platform.db, {
        ...{ member: { id: member.id, companyId }, course, watched: [{ section, share, studyMs }] },
        ...{ registeredAt: Date.now() - dayMs, studiedAt: Date.now() - dayMs },
      })
    await studied(fast, 1, 5_400_000)
    await studied(slow, 0.2, 1_800_000)
    const pushId = await buildPush(platform.db, {
      ...{ author, name: push, publishedAt: Date.now() - 2 * dayMs, cutOffAt: Date.now() + 5 * dayMs },
      contents: [{ businessType: 1, businessId: course.id, name: courseName }],
      members: [{ id: fast.id, taskStatus: 3 }, { id: slow.id }],
    })

    // From the personal center to the team.
    const desk = await open(language, leader)
    await desk.goto('/#/center')
    await proves(['COURSE-006', 'COURSE-012'], async () => {
      await desk.locator('.pu-team', { hasText: text.team.own }).click()
      await expect(desk).toHaveURL(/director\/study\/team\//)
      const heading = filled(text.team.of, { name: people.leader })
      await expect(desk.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
    const figures = desk.getByRole('region', { name: text.team.figures })
    await expect(figures.getByText('2 / 2')).toBeVisible()
    await expect(figures.getByText(filled(text.team.hours, { hours: '2.0' }))).toBeVisible()
    await expectAccessible(desk)

    // Ranked, with what each contributes; another metric ranks again.
    const rows = desk.getByRole('region', { name: text.team.ranking }).locator('tbody tr[data-row-key]')
    await proves('COURSE-018', async () => {
      await expect(rows).toHaveCount(2)
      await expect(rows.nth(0)).toContainText(people.fast)
      await expect(rows.nth(0)).toContainText('75.0%')
      await expect(rows.nth(1)).toContainText('25.0%')
      await desk.locator('.ant-segmented-item', { hasText: text.team.by.tasks }).click()
      await expect(rows.nth(0)).toContainText('100.0%')
    })

    // Exported as it is shown.
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: text.export }).click(),
    ])
    const [heading = [], ...lines] = await readSpreadsheet(await readFile(await file.path()))
    expect([heading[0], heading[4]]).toEqual([sheet.rank, sheet.minutes])
    expect(lines.map((line) => [line[0], line[1], line[4], line[7], line[9]])).toEqual([
      ['1', people.fast, '90', '1', '100'],
      ['2', people.slow, '30', '0', '0'],
    ])

    // One of them in detail: the task with its items, and the way to urge.
    await rows
      .nth(1)
      .getByRole('link', { name: new RegExp(people.slow) })
      .click()
    await expect(desk.getByRole('heading', { level: 1 })).toContainText(people.slow)
    await expect(desk.getByRole('heading', { level: 2, name: push })).toBeVisible()
    await expect(desk.getByRole('button', { name: filled(text.urge.items_other, { count: 0 }) })).toBeDisabled()
    await expectAccessible(desk)
    await desk.getByRole('checkbox', { name: text.urge.task }).check()
    await desk.getByRole('button', { name: filled(text.urge.items_one, { count: 1 }) }).click()
    const dialog = desk.getByRole('dialog', { name: text.urge.title })
    await expect(dialog.getByLabel(text.urge.content)).not.toHaveValue('')
    await dialog.getByRole('button', { name: text.urge.send }).click()
    // The member has started it: a task that nobody waits to begin is not urged to.
    await expect(desk.getByText(text.errors['380601'])).toBeVisible()
    await dialog.getByRole('button', { name: shell.cancel }).click()

    // The director's screens: the push and the teams, for who leads without any permission.
    await desk.goto('/#/center/director/study')
    await expect(desk.getByRole('link', { name: push })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('tab', { name: text.director.tab.teams }).click()
    await expect(desk.locator('.pu-team')).toHaveCount(1)
    await expectAccessible(desk)
    await desk.goto(`/#/center/director/study/push/${pushId}`)
    await expect(
      desk.getByRole('region', { name: text.push.figures }).getByText('2 / 2', { exact: true }),
    ).toBeVisible()
    await expectAccessible(desk)

    // Who leads nobody sees none of it.
    const stranger = await open(language, outside)
    await stranger.goto('/#/center')
    await expect(stranger.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(stranger.getByText(text.team.own)).toHaveCount(0)
    for (const path of [`team/${leader.id}`, `push/${pushId}`, `member/${slow.id}`]) {
      await stranger.goto(`/#/center/director/study/${path}`)
      await expect(stranger.getByRole('alert').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(stranger.getByText(push)).toHaveCount(0)
      await expectAccessible(stranger)
    }
  })
}
