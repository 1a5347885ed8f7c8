/** External training from the to-do to the decision: started, handed in on a phone, returned, continued, accepted. */
import cn from '#modules/training/external/messages/cn.json' with { type: 'json' }
import en from '#modules/training/external/messages/en.json' with { type: 'json' }
import { buildActivity } from '#modules/training/external/server/external.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a member reports external training, continues what was returned, and it is accepted (${language})`, async ({
    platform,
    open,
  }) => {
    const manager = await platform.createAccount('ext-manager', '何主管', ['admin'])
    const member = await platform.createAccount('ext-member', '林小满')
    const author = { ...manager, organizationId: platform.companyId }
    const asked = { author, now: Date.now(), title: '2026 质量大会', reporterIds: [member.id] }
    await buildActivity(platform.db, { ...asked, startsOn: '2026-05-11', endsOn: '2026-05-12' })
    const phone = await open(language, member, { width: 390 })
    const desk = await open(language, manager)

    await phone.goto('/#/external-training')
    await proves('TRAINING-047', async () => {
      await expect(phone.getByRole('heading', { name: '2026 质量大会' })).toBeVisible()
      await phone.getByRole('link', { name: text.own.start }).click()
      await expect(phone.getByLabel(text.report.title, { exact: true })).toHaveValue('2026 质量大会')
    })
    await expectAccessible(phone)
    await phone.getByRole('button', { name: text.report.submit }).click()
    // Beside the button, wherever the long form stands.
    await expect(phone.getByRole('alert')).toContainText(text.report.hours)
    await expect(phone.getByRole('alert')).toBeInViewport()
    await phone.getByLabel(text.report.hours, { exact: true }).fill('14')
    // Too much stays as it was typed, is marked, and is not handed in.
    const cost = phone.getByLabel(text.report.cost, { exact: true })
    await cost.fill('250000')
    await phone.getByRole('button', { name: text.report.submit }).click()
    await expect(phone.getByText(language === 'cn' ? '不能大于 100,000' : 'At most 100,000')).toBeVisible()
    await expect(cost).toHaveValue('250000.00')
    await expect(cost).toBeFocused()
    await expectAccessible(phone)
    await cost.fill('100000')
    await phone.getByRole('button', { name: text.report.submit }).click()
    await expect(phone.getByText(text.maps.state.pending, { exact: true })).toBeVisible()
    await expectAccessible(phone)

    await desk.goto('/#/admin/external-training/reports')
    await expectAccessible(desk)
    await desk.getByRole('link', { name: text.deciding.open, exact: true }).click()
    await desk.getByRole('button', { name: text.deciding.return, exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel(text.report.reason).fill('请补充证书编号')
    await dialog.getByRole('button', { name: text.deciding.return, exact: true }).click()
    await expect(desk.getByText(text.maps.state.returned, { exact: true })).toBeVisible()

    await phone.goto('/#/external-training')
    await proves('TRAINING-047', async () => {
      await phone.getByRole('link', { name: text.own.continue }).click()
      await expect(phone.getByText('请补充证书编号')).toBeVisible()
    })
    await phone.getByLabel(text.report.certificateNumber).fill('ZL-2026-0031')
    await phone.getByRole('button', { name: text.report.submit }).click()
    await expect(phone.getByText(text.maps.state.pending, { exact: true })).toBeVisible()

    await desk.reload()
    await desk.getByRole('button', { name: text.deciding.accept, exact: true }).click()
    await expect(desk.getByText(text.maps.state.accepted, { exact: true })).toBeVisible()
    await desk.goto('/#/admin/external-training')
    await expect(desk.getByText('2026 质量大会')).toBeVisible()
    await desk.getByRole('button', { name: text.managing.reporters }).click()
    await expect(desk.getByRole('dialog').getByText(text.reporters.done, { exact: true }).first()).toBeVisible()
    await expectAccessible(desk)
  })
}
