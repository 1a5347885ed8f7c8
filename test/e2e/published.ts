import type { Page } from '@playwright/test'
import cn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import en from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { expect } from './fixtures.ts'

const words = { cn, en } as const

/** What an author sees after publishing content of any kind; it is left for the editor. */
export async function leavePublished(
  desk: Page,
  language: keyof typeof words,
  outcome: 'published' | 'applied' = 'published',
): Promise<void> {
  const { published } = words[language]
  const dialog = desk.getByRole('dialog', { name: published[outcome] })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: published.stay }).click()
  await expect(dialog).toBeHidden()
}
