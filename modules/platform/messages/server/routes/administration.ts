import { assertClean } from '#modules/platform/words/server.ts'
import type { Routes } from '#server/module.ts'
import type { administration, BothTexts } from '../../contract/administration.ts'
import { announce } from '../announcements.ts'
import { businessTypeNames, urgeType } from '../built-in-types.ts'
import { channelStates, listDeliveries, retryDelivery } from '../delivery-log.ts'
import type { DB } from '../tables.ts'
import { sendTest } from '../template-test.ts'
import {
  listTemplates,
  previewTemplate,
  readTemplate,
  resetTemplate,
  saveTemplate,
  templateContent,
} from '../templates.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, testWebhook, webhookExample } from '../webhooks.ts'

const fieldsOf = ({ cn, en }: BothTexts) => ({
  'cn.title': cn.title,
  'cn.body': cn.body,
  'en.title': en.title,
  'en.body': en.body,
})

export const administrationRoutes: Routes<DB, typeof administration> = {
  async templateContent(db, { query }, { caller, language }) {
    return templateContent(db, caller, { code: query.code, language })
  },
  async rushLearnContent(db, { query }, { caller, language }) {
    const kind =
      businessTypeNames[query.businessType ?? 0]?.[language] ?? { cn: '学习任务', en: 'learning task' }[language]
    return templateContent(db, caller, { code: urgeType.code, language, values: { kind } })
  },
  async listTemplates(db, _input, { caller }) {
    const items = await listTemplates(db, caller)
    return { items, recordCount: items.length }
  },
  async template(db, { params }, { caller }) {
    return readTemplate(db, caller, params.code)
  },
  async saveTemplate(db, { params, body }, { caller, now, audit }) {
    const before = await readTemplate(db, caller, params.code)
    await assertClean(db, caller.companyId, fieldsOf(body))
    await saveTemplate(db, caller, { code: params.code, texts: body, now })
    audit({ type: 'message-template', id: params.code, name: before.label.cn, before: before.texts, after: body })
    return readTemplate(db, caller, params.code)
  },
  async resetTemplate(db, { params }, { caller, audit }) {
    const before = await readTemplate(db, caller, params.code)
    await resetTemplate(db, caller, params.code)
    const after = before.defaultTexts
    audit({ type: 'message-template', id: params.code, name: before.label.cn, before: before.texts, after })
    return readTemplate(db, caller, params.code)
  },
  async previewTemplate(db, { params, body }, { caller, outside }) {
    return previewTemplate(db, caller, { code: params.code, ...body, config: outside.config })
  },
  async testTemplate(db, { params, body }, { caller, outside, now }) {
    await sendTest(db, caller, { code: params.code, channel: body.channel, config: outside.config, now })
    return {}
  },
  async announce(db, { body }, { caller, now, audit }) {
    const id = await announce(db, caller, body, now)
    audit({ type: 'announcement', id, name: body.title, after: { ...body } })
    return { id }
  },
  async deliveries(db, { query }, { caller, language }) {
    return listDeliveries(db, caller, query, language)
  },
  async retryDelivery(db, { params }, { caller, now }) {
    await retryDelivery(db, caller, params.id, now)
    return {}
  },
  async channelStates(db, _input, { caller, outside, now }) {
    return { items: await channelStates(db, caller, outside.config, now) }
  },
  async listWebhooks(db, _input, { caller }) {
    const items = await listWebhooks(db, caller)
    return { items, recordCount: items.length }
  },
  async webhookExample(_db, { params }, { outside, now }) {
    return webhookExample(outside, params.kind, now)
  },
  async createWebhook(db, { body }, { caller, outside, audit }) {
    const { secret, ...webhook } = await createWebhook(db, caller, outside, body)
    audit({ type: 'webhook', id: webhook.id, name: webhook.name, after: webhook })
    return { ...webhook, secret }
  },
  async changeWebhook(db, { params, body }, { caller, outside, audit }) {
    const { before, after } = await changeWebhook(db, caller, outside, { id: params.id, change: body })
    audit({ type: 'webhook', id: after.id, name: after.name, before, after })
    return after
  },
  async deleteWebhook(db, { params }, { caller, audit }) {
    const before = await deleteWebhook(db, caller, params.id)
    audit({ type: 'webhook', id: before.id, name: before.name, before })
    return {}
  },
  async testWebhook(db, { params }, { caller, outside }) {
    return testWebhook(db, caller, outside, params.id)
  },
}
