/**
 * A class from its publication to its certificate: the last place is taken, somebody waits and moves up, signs in by the code in
 * the room, does the homework, and graduates. Staff at a desk, learners on phones.
 */
import { v7 as uuid } from 'uuid'
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import attendanceCn from '#modules/training/attendance/messages/cn.json' with { type: 'json' }
import attendanceEn from '#modules/training/attendance/messages/en.json' with { type: 'json' }
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import classesCn from '#modules/training/classes/messages/cn.json' with { type: 'json' }
import classesEn from '#modules/training/classes/messages/en.json' with { type: 'json' }
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import graduationCn from '#modules/training/graduation/messages/cn.json' with { type: 'json' }
import graduationEn from '#modules/training/graduation/messages/en.json' with { type: 'json' }
import homeworkCn from '#modules/training/homework/messages/cn.json' with { type: 'json' }
import homeworkEn from '#modules/training/homework/messages/en.json' with { type: 'json' }
import { buildHomework } from '#modules/training/homework/server/homework.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'
import { scanned } from './scanned-code.ts'

const words = {
  cn: { ...classesCn, attendance: attendanceCn, graduated: graduationCn, homework: homeworkCn, catalog: catalogCn },
  en: { ...classesEn, attendance: attendanceEn, graduated: graduationEn, homework: homeworkEn, catalog: catalogEn },
} as const
const minuteMs = 60_000

for (const language of languagesOf('en')) {
  const text = words[language]

  test(`a class is published, filled, attended and graduated (${language})`, async ({ platform, open }) => {
    const { companyId } = platform
    const manager = await platform.createAccount(`training-staff-${language}`, '沈墨', ['class-teacher', 'admin'])
    const first = await platform.createAccount(`training-first-${language}`, '何小满')
    const second = await platform.createAccount(`training-second-${language}`, '林知远')
    const author = { id: manager.id, companyId, organizationId: companyId }
    const now = Date.now()
    const times = { startsAt: now - 5 * minuteMs, endsAt: now + 120 * minuteMs }
    const classId = await buildClass(platform.db, {
      ...{ author, now, ...times, status: 'draft', name: '班组长训练营', capacity: 1 },
      ...{ enrollmentUntil: now + 60 * minuteMs, enrollment: { acceptanceHours: 0 } },
    })
    const template = `证书 ${uuid().slice(-6)}`
    await buildTemplate(platform.db, {
      ...{ author, name: template, titleCn: '班组长证书', titleEn: 'Team leader', validityMonths: 24 },
    })

    const desk = await open(language, manager)
    await desk.goto(`/#/admin/classes/${classId}`)
    await desk.getByRole('button', { name: `${text.catalog.do.publish} 班组长训练营` }).click()
    await desk.locator('.ant-popconfirm .ant-btn-primary').click()
    await expect(desk.getByText(text.maps['class-status'][5]).first()).toBeVisible()
    await expectAccessible(desk)
    const listId = await buildCheckIn(platform.db, {
      ...{ classId, companyId, ...times, closesAt: times.endsAt, opensAt: now - 30 * minuteMs, title: '第一课' },
      ...{ ways: ['qr'], lateAfter: 30 },
    })
    const task = { classId, companyId, title: '行动计划', text: '一页以内' }
    await buildHomework(platform.db, task)

    const [taker, waiter] = [await open(language, first, { width: 390 }), await open(language, second, { width: 390 })]
    await proves('TRAINING-004', async () => {
      await taker.goto(`/#/train-new/class-detail/${classId}`)
      await expect(taker.getByRole('heading', { level: 1, name: '班组长训练营' })).toBeVisible()
    })
    await taker.getByRole('button', { name: text.enroll.action }).click()
    const own = (page: typeof taker) => page.getByRole('region', { name: text.enroll.own })
    await expect(own(taker).getByText(text.maps.enrollment.enrolled, { exact: true })).toBeVisible()
    await waiter.goto(`/#/train-new/class-detail/${classId}`)
    await waiter.getByRole('button', { name: text.enroll.wait }).click()
    await expect(own(waiter).getByText(text.maps.enrollment.waiting, { exact: true })).toBeVisible()
    await expectAccessible(waiter)
    await taker.getByRole('button', { name: text.enroll.leave }).click()
    await taker.getByRole('dialog').getByRole('textbox').fill('临时出差')
    await taker.getByRole('dialog').locator('.ant-btn-primary').click()
    await expect(own(taker).getByText(text.maps.enrollment.withdrawn, { exact: true })).toBeVisible()
    await waiter.reload()
    await expect(own(waiter).getByText(text.maps.enrollment.enrolled, { exact: true })).toBeVisible()

    const screen = await open(language, manager)
    await screen.goto(`/#/check-in-screen/${classId}/${listId}`)
    const code = screen.getByRole('img', { name: text.attendance.screen.code })
    await expect(code).toBeVisible()
    await waiter.goto(await scanned(code))
    await expect(waiter.getByRole('heading', { name: text.attendance.checkIn.done.present })).toBeVisible()
    await expect(screen.getByRole('region', { name: text.attendance.screen.latest })).toContainText('林知远')

    await waiter.goto(`/#/train-new/class-detail/${classId}`)
    await waiter.getByRole('region', { name: text.homework.own.title }).getByRole('link', { name: task.title }).click()
    await waiter.getByLabel(text.homework.handIn.text).fill('每周一次现场辅导，月底回顾')
    await waiter.getByRole('button', { name: text.homework.handIn.send, exact: true }).click()
    await expect(waiter.getByText(text.homework.obstacle.waiting)).toBeVisible()
    await desk.goto(`/#/admin/classes/${classId}/homework`)
    await desk.getByRole('row').filter({ hasText: '林知远' }).getByRole('link').click()
    await desk.getByRole('spinbutton').first().fill('95')
    await desk.getByRole('button', { name: text.homework.marking.give }).click()
    await expect(desk.getByRole('row').filter({ hasText: '林知远' })).toContainText(text.homework.state.marked)

    await desk.goto(`/#/admin/classes/${classId}/graduation`)
    await desk.getByRole('button', { name: text.graduated.conditions.edit }).click()
    await desk
      .getByRole('dialog')
      .getByRole('combobox', { name: language === 'cn' ? '证书' : 'Certificate' })
      .click()
    await desk.getByTitle(template).click()
    await desk.getByRole('dialog').locator('button[type="submit"]').click()
    await expect(desk.getByText(text.graduated.conditions.saved)).toBeVisible()
    await desk.getByRole('button', { name: text.graduated.batch.all }).click()
    await desk.locator('.ant-popconfirm button.ant-btn-primary').click()
    await expect(desk.getByRole('row', { name: /林知远/ })).toContainText(text.maps.graduation[2])
    await expectAccessible(desk)

    await waiter.goto(`/#/train-new/class-detail/${classId}`)
    const graduation = waiter.getByRole('region', { name: text.graduated.own.title, exact: true })
    await expect(graduation).toContainText(text.graduated.maps.validity.valid)
    await expectAccessible(waiter)
    await graduation.getByRole('link').click()
    await expect(waiter).toHaveURL(/\/certificate\//)
  })
}
