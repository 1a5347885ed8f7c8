/** The form of a live, as the journeys fill it, and the words of its screens. */
import type { Locator, Page } from '@playwright/test'
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import sharingCn from '#modules/community/sharing/messages/cn.json' with { type: 'json' }
import sharingEn from '#modules/community/sharing/messages/en.json' with { type: 'json' }
import liveCn from '#modules/live/live/messages/cn.json' with { type: 'json' }
import liveEn from '#modules/live/live/messages/en.json' with { type: 'json' }
import roomsCn from '#modules/live/rooms/messages/cn.json' with { type: 'json' }
import roomsEn from '#modules/live/rooms/messages/en.json' with { type: 'json' }
import filesCn from '#modules/platform/files/messages/cn.json' with { type: 'json' }
import filesEn from '#modules/platform/files/messages/en.json' with { type: 'json' }

export const words = {
  cn: { files: filesCn, live: liveCn, kit: kitCn.ui, rooms: roomsCn, sharing: sharingCn },
  en: { files: filesEn, live: liveEn, kit: kitEn.ui, rooms: roomsEn, sharing: sharingEn },
} as const
export type Language = keyof typeof words

export const HOUR_MS = 3_600_000

export async function openForm(page: Page, language: Language): Promise<Locator> {
  await page.goto('/#/live/index')
  await page.getByRole('button', { name: words[language].live.home.apply }).click()
  return page.getByRole('dialog').first()
}

/** Fills what is needed; tomorrow at ten unless it begins at once. */
export async function fillForm(form: Locator, language: Language, subject: string, mode: '1' | '2' | '3' = '2') {
  const { live } = words[language]
  await form.getByLabel(live.form.subject, { exact: true }).fill(subject)
  await form.getByRole('radio', { name: live.maps['live-mode'][mode] }).check()
  await form.getByRole('radio', { name: live.maps['share-scope']['1'], exact: true }).check()
}

export async function chooseStart(form: Locator, language: Language, instant: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = new Date(instant)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const field = form.getByLabel(words[language].live.form.startTime, { exact: true })
  await field.fill(`${day} ${two(date.getHours())}:${two(date.getMinutes())}`)
  await field.press('Enter')
}
