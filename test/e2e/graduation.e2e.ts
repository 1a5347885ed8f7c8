/**
 * The end of a class: the manager sees who would not graduate and why, and graduates the others; the graduate finds the
 * certificate with its validity on the page of the class. The class is closed after a warning, and is only read from then on.
 */
import { v7 as uuid } from 'uuid'
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import attendanceCn from '#modules/training/attendance/messages/cn.json' with { type: 'json' }
import attendanceEn from '#modules/training/attendance/messages/en.json' with { type: 'json' }
import classesCn from '#modules/training/classes/messages/cn.json' with { type: 'json' }
import classesEn from '#modules/training/classes/messages/en.json' with { type: 'json' }
import { buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import cn from '#modules/training/graduation/messages/cn.json' with { type: 'json' }
import en from '#modules/training/graduation/messages/en.json' with { type: 'json' }
import plansCn from '#modules/training/plans/messages/cn.json' with { type: 'json' }
import plansEn from '#modules/training/plans/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const others = {
  cn: { classes: classesCn, kit: kitCn, attendance: attendanceCn, plans: plansCn },
  en: { classes: classesEn, kit: kitEn, attendance: attendanceEn, plans: plansEn },
} as const
const ofOthers = ({ classes, kit, attendance, plans }: (typeof others)['cn' | 'en']) => ({
  ...{ read: classes.outline.read, ending: classes.ending, states: classes.maps['class-status'] },
  ...{ name: classes.form.name, addActivity: classes.activities.addAny, nominate: classes.roster.nominate },
  ...{ addList: attendance.lists.add, attendanceClosed: attendance.attendance.closed },
  ...{ addCost: plans.costs.add, costsClosed: plans.costs.closed, unfinished: kit.ui['unfinished-activities'] },
})
const words = {
  cn: { ...cn, ...ofOthers(others.cn), confirm: shellCn.confirm },
  en: { ...en, ...ofOthers(others.en), confirm: shellEn.confirm },
} as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a class is graduated, and the graduate finds the certificate (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const manager = await platform.createAccount('class-manager', '沈墨', ['class-teacher', 'admin'])
    const reader = await platform.createAccount('reader', '林知远')
    const other = await platform.createAccount('other', '何小满')
    const now = Date.now()
    const author = { id: manager.id, companyId, organizationId: companyId }
    const times = { startsAt: now - 1000, endsAt: now + 86_400_000 }
    const participants = [reader.id, other.id]
    const classId = await buildClass(platform.db, { author, now, ...times, name: '新任经理训练营', participants })
    await buildActivity(platform.db, { classId, companyId, title: '班规' })
    const template = `结业证 ${uuid().slice(-6)}`
    await buildTemplate(platform.db, {
      author,
      name: template,
      titleCn: '经理结业证书',
      titleEn: '',
      validityMonths: 12,
    })

    const learner = await open(language, reader, { width: 390 })
    await learner.goto(`/#/train-new/class-detail/${classId}`)
    const own = learner.getByRole('region', { name: text.own.title, exact: true })
    await expect(own.getByText(text.own.left.replace('{count}', '1'))).toBeVisible()
    await expectAccessible(learner)
    await learner.goto(`/#/train-new/class-detail/${classId}?tab=activities`)
    await learner.getByRole('button', { name: text.read }).click()
    await expect(learner.getByRole('button', { name: text.read })).toHaveCount(0)

    const page = await open(language, manager)
    await page.goto(`/#/admin/classes/${classId}/graduation`)
    const note = text.figures.failingNote.replace('{total}', '2').replace('{failing}', '1')
    await expect(page.getByText(note)).toBeVisible()
    const row = (name: RegExp) => page.getByRole('row', { name })
    const reason = text.standing.activities.replace('{actual}', '0').replace('{needed}', '1')
    await expect(row(/何小满/)).toContainText(reason)
    await expectAccessible(page)
    await page.getByRole('button', { name: text.conditions.edit }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: language === 'cn' ? '证书' : 'Certificate' }).click()
    await page.getByTitle(template).click()
    await dialog.locator('button[type="submit"]').click()
    await expect(page.getByText(text.conditions.saved)).toBeVisible()

    await page.getByRole('button', { name: text.batch.all }).click()
    await page.locator('.ant-popconfirm button.ant-btn-primary').click()
    await proves('TRAINING-010', async () => {
      await expect(row(/林知远/)).toContainText(text.maps.graduation[2])
      await expect(row(/何小满/)).toContainText(text.maps.graduation[1])
    })

    await learner.goto(`/#/train-new/class-detail/${classId}`)
    await proves('TRAINING-040', async () => {
      await expect(own).toContainText(text.own.until)
      await expect(own).toContainText(text.maps.validity.valid)
    })
    await expectAccessible(learner)
    await own.getByRole('link', { name: '经理结业证书' }).click()
    await expect(learner).toHaveURL(/\/certificate\//)

    // What can be edited on each page of the class, and what stands there as well once nothing can.
    const pages = [
      ['activities', text.addActivity, page.getByText(text.ending.closedNote)],
      ['roster', text.nominate, row(/何小满/)],
      ['attendance', text.addList, page.getByText(text.attendanceClosed)],
      ['graduation', text.conditions.edit, row(/何小满/)],
      ['costs', text.addCost, page.getByText(text.costsClosed)],
    ] as const
    const edit = (action: string) => page.locator('main').getByRole('button', { name: action })
    const visit = (part: string) => page.goto(`/#/admin/classes/${classId}${part}`)
    for (const [part, action] of pages) {
      await visit(`/${part}`)
      await expect(edit(action).first()).toBeVisible()
    }

    // One learner has not read the rules of the class: closing asks again, and is called off before it is done.
    await visit('')
    const closing = page.getByRole('dialog')
    const ask = async () => {
      await page.getByRole('button', { name: text.ending.close }).click()
      await closing.getByRole('button', { name: text.ending.close }).click()
    }
    const name = page.getByRole('textbox', { name: text.name, exact: true })
    const state = (value: 5 | 7) => page.getByText(text.states[value], { exact: true }).first()
    await proves('TRAINING-018', async () => {
      await ask()
      const warning = closing.getByRole('alert')
      await expect(warning).toContainText(text.unfinished)
      await expect(warning).toContainText(
        text.ending.unfinished.replace('{learners}', '1').replace('{activities}', '1'),
      )
    })
    await expectAccessible(page)
    await proves('TRAINING-019', async () => {
      await closing.locator('.ant-modal-footer button').first().click()
      await expect(closing).toBeHidden()
      await page.reload()
      await expect(state(5)).toBeVisible()
      await expect(name).toBeEnabled()
      await ask()
      await closing.getByRole('button', { name: text.ending.closeAnyway }).click()
      await expect(page.getByText(text.ending.closedNote)).toBeVisible()
      await expect(state(7)).toBeVisible()
    })
    await expectAccessible(page)
    await proves('TRAINING-016', async () => {
      await expect(name).toBeDisabled()
      await expect(page.getByRole('button', { name: text.ending.close })).toHaveCount(0)
      for (const [part, action, sign] of pages) {
        await visit(`/${part}`)
        await expect(sign.first()).toBeVisible()
        await expect(edit(action)).toHaveCount(0)
      }
    })
  })
}
