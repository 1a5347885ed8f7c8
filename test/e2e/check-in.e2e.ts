/** A session of a class: the code in the room, a phone that scans it, staff who scan without network, and a correction. */
import { codeValidMs } from '#modules/training/attendance/contract/checking-in.ts'
import cn from '#modules/training/attendance/messages/cn.json' with { type: 'json' }
import en from '#modules/training/attendance/messages/en.json' with { type: 'json' }
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'
import { scanned } from './scanned-code.ts'

const minuteMs = 60_000

/** In the page: the camera sees the picture, somewhat turned, as a hand holds a phone. */
function showToCamera(url: string): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 1280
    canvas.height = 720
    const image = new Image()
    image.src = url
    await image.decode()
    const context = canvas.getContext('2d')
    setInterval(() => {
      context?.resetTransform()
      context?.fillRect(0, 0, 1280, 720)
      context?.translate(640, 360)
      context?.rotate(0.2)
      context?.drawImage(image, -200, -200, 400, 400)
    }, 100)
    return canvas.captureStream(10)
  }
}

for (const language of languagesOf('cn')) {
  const text = language === 'cn' ? cn : en

  test(`participants check in by the code in the room, and by their own (${language})`, async ({ platform, open }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`check-in-chief-${language}`, '沈墨', ['super-admin'])
    const members = await Promise.all(
      ['林知远', '陆一', '何小满', '苏晚'].map((name, at) =>
        platform.createAccount(`check-in-${at}-${language}`, name),
      ),
    )
    const [first, second, , late] = members
    const now = Date.now()
    const times = { startsAt: now - 5 * minuteMs, endsAt: now + 60 * minuteMs }
    const classId = await buildClass(platform.db, {
      ...{ author: { ...chief, organizationId: companyId }, now, ...times, name: '新任经理训练营' },
      participants: members.map(({ id }) => id),
    })
    const listId = await buildCheckIn(platform.db, {
      ...{ classId, companyId, ...times, closesAt: times.endsAt, opensAt: now - 30 * minuteMs, title: '第一天上午' },
      ...{ ways: ['qr', 'scan'], lateAfter: 10 },
    })

    const screen = await open(language, chief)
    await screen.goto(`/#/check-in-screen/${classId}/${listId}`)
    await expect(screen.getByRole('heading', { level: 1, name: '第一天上午' })).toBeVisible()
    const code = screen.getByRole('img', { name: text.screen.code })
    await expect(code).toBeVisible()
    await expectAccessible(screen)
    let old = ''
    let oldAt = 0
    await proves('TRAINING-008', async () => {
      old = await scanned(code)
      expect(old).toMatch(new RegExp(`^${platform.origin}/#/check-in/${listId}\\?t=\\d+&m=[\\w-]+$`))
      oldAt = Number(/t=(\d+)/.exec(old)?.[1])
    })

    const phone = await open(language, first, { width: 390 })
    await phone.goto(await scanned(code))
    await expect(phone.getByRole('heading', { name: text.checkIn.done.present })).toBeVisible()
    await expectAccessible(phone)
    await expect(screen.getByRole('region', { name: text.screen.latest })).toContainText('林知远')

    const own = await open(language, second, { width: 390 })
    await own.goto(`/#/train-new/class/${classId}/own-code`)
    const ownCode = own.getByRole('img', { name: text.own.codeOf.replace('{name}', '陆一') })
    await expect(ownCode).toBeVisible()
    await expectAccessible(own)

    const desk = await open(language, chief, { width: 390 })
    const photo = { name: 'code.png', mimeType: 'image/png', buffer: await ownCode.screenshot() }
    await desk.addInitScript(showToCamera, `data:image/png;base64,${photo.buffer.toString('base64')}`)
    await desk.goto(`/#/admin/classes/${classId}/attendance/${listId}/scan`)
    const last = desk.getByRole('status').filter({ hasText: '陆一' })
    await expect(last).toContainText(text.scanner.result.ok)
    await expect(desk.getByRole('region', { name: text.scanner.recent })).toContainText(text.scanner.sent)
    await expect(desk.getByText(text.scanner.allSent)).toBeVisible()
    await expectAccessible(desk)
    await desk.locator('input[type=file]').setInputFiles(photo)
    await expect(last).toContainText(text.scanner.result.already)

    // The network is away; a scan is kept, over a reload too, and sent when it is back.
    await desk.route('**/scans', (route) => route.abort())
    await desk.getByRole('button', { name: `${text.scanner.pick} 何小满` }).click()
    const waiting = text.scanner.waitingCount_one.replace('{count}', '1')
    await expect(desk.getByText(waiting)).toBeVisible()
    await expect(desk.getByText(text.scanner.away)).toBeVisible()
    await expectAccessible(desk)
    await desk.reload()
    await expect(desk.getByText(waiting)).toBeVisible()
    await desk.unroute('**/scans')
    await desk.getByRole('button', { name: text.scanner.sendNow }).click()
    await expect(desk.getByText(text.scanner.allSent)).toBeVisible()

    const office = await open(language, chief)
    await office.goto(`/#/admin/classes/${classId}/attendance`)
    await expect(office.getByRole('link', { name: '第一天上午' })).toBeVisible()
    await expect(office.getByText('3 / 4')).toBeVisible()
    await expectAccessible(office)
    await office.getByText(text.attendance.view.sheet, { exact: true }).click()
    const cell = text.sheet.cell.replace('{title}', '第一天上午').replace('{name}', '林知远')
    await office.getByRole('button', { name: cell.replace('{state}', text.states.present) }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('combobox').press('Enter')
    await office.locator('.ant-select-item-option', { hasText: text.states.late }).click()
    await dialog.getByLabel(text.correcting.reason).fill('九点十五分到场')
    await expectAccessible(office)
    await dialog.locator('.ant-btn-primary').click()
    await expect(office.getByRole('button', { name: cell.replace('{state}', text.states.late) })).toBeVisible()
    await expectAccessible(office)

    await phone.goto(`/#/train-new/class-detail/${classId}`)
    const attendance = phone.getByRole('region', { name: text.own.title })
    await expect(attendance.getByText(text.states.late)).toBeVisible()
    await expect(attendance).toContainText('九点十五分到场')
    await expectAccessible(phone)

    const lateOne = await open(language, late, { width: 390 })
    await lateOne.waitForTimeout(Math.max(0, oldAt + codeValidMs - Date.now()))
    await proves('TRAINING-035', async () => {
      await lateOne.goto(old)
      await expect(lateOne.getByRole('heading', { name: text.checkIn.expired })).toBeVisible()
      await expect(lateOne.getByRole('button', { name: text.checkIn.again })).toBeVisible()
    })
    await expectAccessible(lateOne)
    await office.reload()
    await expect(office.getByRole('button', { name: new RegExp(`^苏晚.*${text.states.open}`) })).toBeVisible()
  })
}
