/** The sign-up pages of a class on a phone: a guest registers on the way and is enrolled; a member waits, and moves up. */
import cn from '#modules/training/classes/messages/cn.json' with { type: 'json' }
import en from '#modules/training/classes/messages/en.json' with { type: 'json' }
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { password } from './platform.ts'
import { proves } from './proves.ts'

const identityWords = {
  cn: { fullName: '姓名', sendCode: '获取验证码', signIn: '登录' },
  en: { fullName: 'Full name', sendCode: 'Send code', signIn: 'Sign in' },
} as const

for (const language of languagesOf('cn')) {
  const [text, other] = language === 'cn' ? [cn, en] : [en, cn]
  const words = identityWords[language]

  test(`a guest gets the last place by the page for people outside, and a member who waits moves up (${language})`, async ({
    platform,
    open,
  }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`signup-chief-${language}`, '沈墨', ['super-admin'])
    const member = await platform.createAccount(`signup-member-${language}`, '陆一')
    const classId = await buildClass(platform.db, {
      author: { id: chief.id, companyId, organizationId: companyId },
      now: Date.now(),
      ...{ name: '急救员训练营', venue: '一号楼', capacity: 1 },
      enrollment: {
        ...{ isExternal: true, acceptanceHours: 0 },
        form: [{ key: 'size', label: '衣服尺码', kind: 'choice', choices: ['M', 'L'], isRequired: true }],
      },
    })

    const guest = await open(language, undefined, { width: 390 })
    await proves('TRAINING-002', async () => {
      await guest.goto(`/#/signup-esg/${classId}`)
      await expect(guest.getByRole('heading', { level: 1, name: '急救员训练营' })).toBeVisible()
      await expect(guest.getByText('一号楼')).toBeVisible()
    })
    await expectAccessible(guest)
    const phone = `${language === 'cn' ? '138' : '139'}${String(Date.now()).slice(-8)}`
    await guest.locator('input[name=fullName]').fill('访客甲')
    await guest.locator('input[type=tel]').fill(phone)
    // What was typed stays when the language changes, there and back.
    for (const changed of [other, text]) {
      await guest.getByRole('button', { name: changed === en ? 'Switch to English' : '切换到中文' }).click()
      await expect(guest.getByRole('button', { name: changed.signUp.submit, exact: true })).toBeVisible()
      await expect(guest.locator('input[name=fullName]')).toHaveValue('访客甲')
      await expect(guest.locator('input[type=tel]')).toHaveValue(phone)
    }
    await guest.getByRole('button', { name: words.sendCode }).click()
    const sent = await platform.printed(new RegExp(`${phone}\\D[\\s\\S]*?\\b(\\d{4})\\b`))
    await guest.locator('input[autocomplete=one-time-code]').fill(sent[1] ?? '')
    await guest.getByRole('button', { name: text.signUp.submit, exact: true }).click()
    // The field of the class is asked for before anything is sent.
    await expect(guest.getByText(text.enroll.answerNeeded)).toBeVisible()
    await guest.getByLabel('衣服尺码').selectOption('L')
    await guest.getByRole('button', { name: text.signUp.submit, exact: true }).click()
    const own = guest.getByRole('region', { name: text.enroll.own })
    await expect(own.getByText(text.maps.enrollment.enrolled)).toBeVisible()
    expect(guest.url()).toContain(`/#/signup/${classId}`)
    await expectAccessible(guest)

    // A member who is signed out signs in, and comes back to the page.
    const phoneOfMember = await open(language, undefined, { width: 390 })
    await proves('TRAINING-001', async () => {
      await phoneOfMember.goto(`/#/signup/${classId}`)
      await phoneOfMember.locator('input[autocomplete=username]').fill(member.name)
      await phoneOfMember.locator('input[autocomplete=current-password]').fill(password)
      await phoneOfMember.keyboard.press('Enter')
      await expect(phoneOfMember.getByRole('heading', { level: 1, name: '急救员训练营' })).toBeVisible()
      await phoneOfMember.getByRole('button', { name: text.enroll.wait }).click()
      const dialog = phoneOfMember.getByRole('dialog')
      await dialog.getByRole('combobox').click()
      await phoneOfMember.locator('.ant-select-item-option').filter({ hasText: 'M' }).click()
      await dialog.locator('.ant-btn-primary').click()
      await expect(phoneOfMember.getByText(text.maps.enrollment.waiting)).toBeVisible()
    })
    await expectAccessible(phoneOfMember)

    await guest.getByRole('button', { name: text.enroll.leave }).click()
    const leaving = guest.getByRole('dialog')
    await leaving.getByRole('textbox').fill('临时出差')
    await expectAccessible(guest)
    await leaving.locator('.ant-btn-primary').click()
    await expect(own.getByText(text.maps.enrollment.withdrawn)).toBeVisible()
    await phoneOfMember.reload()
    await expect(phoneOfMember.getByText(text.maps.enrollment.enrolled)).toBeVisible()

    // Those who run the class see both, and hand the addresses out.
    const desk = await open(language, chief)
    await desk.goto(`/#/admin/classes/${classId}/roster`)
    await expect(desk.getByRole('row').filter({ hasText: '访客甲' })).toContainText(text.maps.source.form)
    await expect(desk.getByRole('row').filter({ hasText: '陆一' })).toContainText(text.maps.enrollment.enrolled)
    await desk.getByRole('button', { name: text.share.action }).click()
    const external = desk.getByRole('region', { name: text.share.external })
    await expect(external.getByRole('textbox')).toHaveValue(new RegExp(`/#/signup-esg/${classId}$`))
    await expectAccessible(desk)
  })
}
