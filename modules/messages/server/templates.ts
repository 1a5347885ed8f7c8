/** Texts of a company's own in place of a type's. */
import type { Language } from '#kit/caller.ts'
import type { TemplateText } from '../contract/shapes.ts'
import type { MessagesDb } from './db.ts'
import type { MessageType } from './message-types.ts'

export type BothTexts = Readonly<Record<Language, TemplateText>>

/** The company's texts of a type, or the type's own. */
export async function textsOf(db: MessagesDb, companyId: string, type: MessageType): Promise<BothTexts> {
  const own = await db
    .selectFrom('messages.template')
    .select(['title_cn', 'body_cn', 'title_en', 'body_en'])
    .where('company_id', '=', companyId)
    .where('type', '=', type.code)
    .executeTakeFirst()
  if (!own) return type.defaultTemplate
  return { cn: { title: own.title_cn, body: own.body_cn }, en: { title: own.title_en, body: own.body_en } }
}
