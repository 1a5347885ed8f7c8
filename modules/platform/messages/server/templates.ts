/** Templates of a company that replace the default texts of a type, and their preview. */

import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { BothTexts, Template, TemplateRow } from '../contract/administration.ts'
import { channels, type TemplateText } from '../contract/shapes.ts'
import type { MessagesDb } from './db.ts'
import { preferencesAddress, unsubscribePage } from './links.ts'
import { mailOf } from './mails.ts'
import { findType, groupLabel, groupOf, type MessageType, messageType, usesByDefault } from './message-types.ts'
import { placeholdersOf, render, type Variables } from './render.ts'

export function getType(code: string): MessageType {
  const type = findType(code)
  if (!type) throw refuse(NOT_FOUND)
  return type
}

interface OwnTexts {
  readonly texts: BothTexts
  readonly changedAt: number
}

async function findOwnTexts(db: MessagesDb, companyId: string, code: string): Promise<OwnTexts | undefined> {
  const own = await db
    .selectFrom('messages.template')
    .select(['title_cn', 'body_cn', 'title_en', 'body_en', 'changed_at'])
    .where('company_id', '=', companyId)
    .where('type', '=', code)
    .executeTakeFirst()
  if (!own) return undefined
  const texts = { cn: { title: own.title_cn, body: own.body_cn }, en: { title: own.title_en, body: own.body_en } }
  return { texts, changedAt: own.changed_at }
}

/** The company's texts of a type, or the default texts. */
export async function textsOf(db: MessagesDb, companyId: string, type: MessageType): Promise<BothTexts> {
  return (await findOwnTexts(db, companyId, type.code))?.texts ?? type.defaultTemplate
}

function rowOf(type: MessageType, changedAt: number | undefined): TemplateRow {
  return {
    code: type.code,
    group: groupOf(type),
    groupLabel: groupLabel(groupOf(type)),
    label: type.label,
    mandatory: type.mandatory === true,
    channels: channels.filter((channel) => usesByDefault(type, channel)),
    customized: changedAt !== undefined,
    updatedAt: changedAt ?? null,
  }
}

export async function listTemplates(db: MessagesDb, caller: Caller): Promise<TemplateRow[]> {
  const own = await db
    .selectFrom('messages.template')
    .select(['type', 'changed_at'])
    .where('company_id', '=', caller.companyId)
    .execute()
  const changes = new Map(own.map((row) => [row.type, row.changed_at]))
  return messageType.all().map((type) => rowOf(type, changes.get(type.code)))
}

export async function readTemplate(db: MessagesDb, caller: Caller, code: string): Promise<Template> {
  const type = getType(code)
  const own = await findOwnTexts(db, caller.companyId, code)
  return {
    ...rowOf(type, own?.changedAt),
    variables: Object.entries(type.variables).map(([name, { example, ...label }]) => ({
      name,
      label: { cn: label.cn, en: label.en },
      example: example ?? { cn: label.cn, en: label.en },
    })),
    texts: own?.texts ?? type.defaultTemplate,
    defaultTexts: type.defaultTemplate,
  }
}

/** Refuses a placeholder that the type does not have, because it would be sent as an empty text. */
function assertPlaceholders(type: MessageType, texts: BothTexts): void {
  const fields = (['cn', 'en'] as const).flatMap((language) =>
    (['title', 'body'] as const).flatMap((part) => {
      const unknown = placeholdersOf(texts[language][part]).filter((name) => !Object.hasOwn(type.variables, name))
      if (unknown.length === 0) return []
      const message = unknown.map((name) => `{${name}}`).join(' ')
      return [{ path: `${language}.${part}`, rule: 'placeholder', message }]
    }),
  )
  if (fields.length > 0) throw refuse(INVALID_INPUT, { fields })
}

export async function saveTemplate(
  db: MessagesDb,
  caller: Caller,
  { code, texts, now }: { code: string; texts: BothTexts; now: number },
): Promise<void> {
  assertPlaceholders(getType(code), texts)
  const values = {
    title_cn: texts.cn.title,
    body_cn: texts.cn.body,
    title_en: texts.en.title,
    body_en: texts.en.body,
    changed_by: caller.memberId,
    changed_at: now,
  }
  await db
    .insertInto('messages.template')
    .values({ company_id: caller.companyId, type: code, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'type']).doUpdateSet(values))
    .execute()
}

export async function resetTemplate(db: MessagesDb, caller: Caller, code: string): Promise<void> {
  getType(code)
  await db.deleteFrom('messages.template').where('company_id', '=', caller.companyId).where('type', '=', code).execute()
}

/** The values of a preview: those of the caller, or the examples. */
export function exampleValues(type: MessageType, values: Readonly<Record<string, string>> = {}): Variables {
  const examples = Object.entries(type.variables).map(([name, { cn, en, example }]) => [name, example ?? { cn, en }])
  const given = Object.entries(values).filter(([name]) => Object.hasOwn(type.variables, name))
  return Object.fromEntries([...examples, ...given])
}

function previewIn(
  language: Language,
  {
    text,
    variables,
    zone,
    config,
    mandatory,
  }: {
    text: TemplateText
    variables: Variables
    zone: string
    config: Config
    mandatory: boolean
  },
) {
  const { title, body } = render(text, variables, language, zone)
  const mail = mailOf({
    language,
    items: [{ title, body, url: config.publicUrl }],
    preferencesUrl: preferencesAddress(config),
    unsubscribeUrl: mandatory ? null : unsubscribePage(config, 'preview'),
  })
  return { title, body, mailHtml: mail.html, mailText: mail.text }
}

export async function previewTemplate(
  db: MessagesDb,
  caller: Caller,
  input: { code: string; texts: BothTexts; values?: Readonly<Record<string, string>>; config: Config },
) {
  const type = getType(input.code)
  assertPlaceholders(type, input.texts)
  const shared = {
    variables: exampleValues(type, input.values),
    zone: await getTimeZone(db, caller.companyId),
    config: input.config,
    mandatory: type.mandatory === true,
  }
  return {
    cn: previewIn('cn', { text: input.texts.cn, ...shared }),
    en: previewIn('en', { text: input.texts.en, ...shared }),
  }
}

/** The initial text of the dialog in which a person sends a message. Its placeholders are filled on sending. */
export async function templateContent(
  db: MessagesDb,
  caller: Caller,
  { code, language, values = {} }: { code: string; language: Language; values?: Readonly<Record<string, string>> },
) {
  const type = getType(code)
  const { title, body } = (await textsOf(db, caller.companyId, type))[language]
  const fill = (text: string) =>
    text.replace(/\{([a-zA-Z][a-zA-Z0-9_]*)\}/g, (whole, name: string) => values[name] ?? whole)
  const variables = Object.entries(type.variables).flatMap(([name, label]) =>
    Object.hasOwn(values, name) ? [] : [{ name, label: label[language] }],
  )
  return { code, title: fill(title), content: fill(body), variables }
}
