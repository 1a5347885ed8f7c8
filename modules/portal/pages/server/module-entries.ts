/** SYSTEM-029: all entries of one module of a page, which shows only the first ones. */
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import type { Context } from '#server/module.ts'
import type { PagesDb } from './db.ts'
import { openAny } from './opening.ts'
import { modulesOf } from './problems.ts'
import { kindOfModule, requestOf, shownEntry } from './show-page.ts'
import { inLanguage } from './texts.ts'

export async function moduleEntries(
  db: PagesDb,
  { id, moduleId }: { readonly id: string; readonly moduleId: string },
  paging: { readonly page?: number; readonly pageSize?: number },
  context: Context,
) {
  const page = await openAny(db, context.caller, id)
  const module = modulesOf(page.document).find((one) => one.id === moduleId)
  const kind = module && kindOfModule(module.type)
  if (!module || !kind?.list) throw refuse(NOT_FOUND)
  const found = await kind.list(db, context, requestOf(id, module), pageWindow(paging))
  return {
    title: inLanguage(module.title, context.language),
    pageName: inLanguage({ cn: page.nameCn, en: page.nameEn }, context.language),
    ...{ items: found.entries.map(shownEntry), recordCount: found.recordCount },
  }
}
