/** A room is found in the calendar by the keyboard on a phone, booked, and accepted by its manager. */
import cn from '#modules/training/classrooms/messages/cn.json' with { type: 'json' }
import en from '#modules/training/classrooms/messages/en.json' with { type: 'json' }
import { buildRoom } from '#modules/training/classrooms/server/rooms.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a member books a room from the calendar, and its manager accepts (${language})`, async ({ platform, open }) => {
    const manager = await platform.createAccount('room-manager', '何主管')
    const member = await platform.createAccount('room-member', '林小满')
    const author = { ...manager, organizationId: platform.companyId }
    const input = { author, now: Date.now(), name: '301 培训室', managerIds: [manager.id], isReviewed: true }
    await buildRoom(platform.db, input)
    const page = await open(language, member, { width: 390 })
    const desk = await open(language, manager)

    await page.goto('/#/classroom-book')
    await proves('TRAINING-003', async () => {
      await expect(page.getByRole('heading', { level: 1, name: text.list.title })).toBeVisible()
      await expect(page.getByText(text.list.none.coming)).toBeVisible()
    })
    await expectAccessible(page)

    await page.getByRole('tab', { name: text.list.tabs.calendar }).click()
    await page.getByRole('button', { name: text.calendar.dayAfter }).click()
    const free = page.locator('button.cr-cell[data-kind="free"]')
    await free.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(free.nth(2)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    // A time is typed: Enter takes it, and sends nothing yet. The panel beside it has all days of the week on the phone.
    const time = dialog.getByLabel(text.booking.time).first()
    await time.click()
    const panel = await page.locator('.ant-picker-panel-container').boundingBox()
    expect(panel?.x).toBeGreaterThanOrEqual(0)
    await time.press('Enter')
    await page.mouse.move(0, 0)
    await expect(dialog.getByText(text.booking.titleNeeded)).toHaveCount(0)
    await dialog.getByLabel(text.booking.title).fill('新任经理训练营')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text.booking.book, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('.cr-cell[data-pending="true"]')).toHaveCount(1)

    await desk.goto('/#/classroom-book?tab=managed')
    await expect(desk.getByRole('heading', { name: '新任经理训练营' })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.deciding.accept, exact: true }).click()
    await expect(desk.getByText(text.managed.nothing)).toBeVisible()

    await page.getByRole('tab', { name: text.list.tabs.mine }).click()
    await page.reload()
    await proves('TRAINING-043', async () => {
      const row = page.getByRole('listitem').filter({ hasText: '新任经理训练营' })
      await expect(row.getByText(text.states.booked)).toBeVisible()
      await expect(row.getByText('301 培训室')).toBeVisible()
    })
    await expectAccessible(page)
  })
}
