/** For administrators: templates, announcements, webhooks of the company, and the log of what was sent. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery, Text, Title, WebAddress } from '#kit/schema.ts'
import { managesCompanyMessages, managesMessages } from './access.ts'
import {
  BilingualName,
  bodyLengthMax,
  CHANNEL_NOT_SET_UP,
  ChannelName,
  deliveryChannels,
  deliveryReasons,
  deliveryStates,
  TemplateText,
  TOO_MANY_WEBHOOKS,
  TypeCode,
  titleLengthMax,
  WEBHOOK_ADDRESS_REFUSED,
} from './shapes.ts'

const BothTexts = Body({ cn: TemplateText, en: TemplateText })
export type BothTexts = Static<typeof BothTexts>

const TemplateRow = Type.Object({
  code: Type.String(),
  group: Type.String(),
  groupLabel: BilingualName,
  label: BilingualName,
  mandatory: Type.Boolean(),
  /** The channels that it uses unless a member chooses otherwise. */
  channels: Type.Array(ChannelName),
  /** Whether the company has changed the texts. */
  customized: Type.Boolean(),
  updatedAt: Nullable(Instant),
})
export type TemplateRow = Static<typeof TemplateRow>

const Template = Type.Object({
  ...TemplateRow.properties,
  /** The placeholders `{name}` of a text, with an example for the preview. */
  variables: Type.Array(Type.Object({ name: Type.String(), label: BilingualName, example: BilingualName })),
  texts: BothTexts,
  defaultTexts: BothTexts,
})
export type Template = Static<typeof Template>

const RenderedMessage = Type.Object({
  title: Type.String(),
  body: Type.String(),
  /** The e-mail as an HTML document, for an `iframe` with `sandbox`. */
  mailHtml: Type.String(),
  mailText: Type.String(),
})

const code = Type.Object({ code: TypeCode })
const id = Type.Object({ id: Id })

/** Robots of a group in WeCom or DingTalk, or an address of the company that checks the platform's signature. */
export const webhookKinds = ['wecom-robot', 'dingtalk-robot', 'generic'] as const
export type WebhookKind = (typeof webhookKinds)[number]

const Webhook = Type.Object({
  id: Id,
  kind: OneOf(webhookKinds),
  name: Type.String(),
  /** Its secret part is left out. */
  url: Type.String(),
  hasSecret: Type.Boolean(),
  /** The message types that the webhook receives; empty means all. */
  types: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  /** The result of the newest attempt. */
  lastState: Nullable(OneOf(deliveryStates)),
  lastError: Nullable(Type.String()),
  lastAt: Nullable(Instant),
  createdAt: Instant,
})
export type Webhook = Static<typeof Webhook>

const webhookFields = {
  name: Title(50),
  /** A change without it keeps the address. */
  url: WebAddress(1000),
  /** DingTalk: the `SEC…` of the robot. Generic: `whsec_` and base64; the server generates it if it is absent. */
  secret: Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })),
  types: Type.Array(TypeCode, { maxItems: 100, uniqueItems: true }),
  enabled: Type.Boolean(),
}
const webhookErrors = [WEBHOOK_ADDRESS_REFUSED] as const

const Delivery = Type.Object({
  id: Id,
  type: Type.String(),
  typeLabel: BilingualName,
  title: Type.String(),
  channel: OneOf(deliveryChannels),
  /** null for a webhook. */
  member: Nullable(Type.Object({ id: Id, name: Type.String(), organizationName: Type.String() })),
  webhookName: Nullable(Type.String()),
  state: OneOf(deliveryStates),
  reason: Nullable(OneOf(deliveryReasons)),
  /** The answer of the provider. */
  error: Nullable(Type.String()),
  attempts: Type.Integer(),
  /** The id that the provider has assigned. */
  providerId: Nullable(Type.String()),
  /** The mail contains several messages. */
  digest: Type.Boolean(),
  createdAt: Instant,
  /** When the next attempt is due, while it is queued. */
  dueAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
})
export type Delivery = Static<typeof Delivery>

export const administration = {
  templateContent: {
    method: 'GET',
    path: '/system/operation/message-template/content',
    summary: 'The text of a message template, to fill a dialog before a person sends it (SYSTEM-207, SYSTEM-209)',
    access: 'signed-in',
    query: Type.Object({ code: TypeCode }),
    response: Type.Object({
      code: Type.String(),
      title: Type.String(),
      content: Type.String(),
      variables: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
    }),
    errors: [NOT_FOUND],
  },
  rushLearnContent: {
    method: 'GET',
    path: '/system/operation/message-template/content-rush-learn',
    summary: 'The text of the urge to learn, for a kind of item (SYSTEM-210)',
    access: 'signed-in',
    query: Type.Object({ businessType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })) }),
    response: Type.Object({
      code: Type.String(),
      title: Type.String(),
      content: Type.String(),
      variables: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
    }),
  },
  listTemplates: {
    method: 'GET',
    path: '/system/operation/message-template',
    summary: 'All types of messages, and whether the company has texts of its own',
    access: managesMessages,
    response: Type.Object({ items: Type.Array(TemplateRow), recordCount: Type.Integer() }),
  },
  template: {
    method: 'GET',
    path: '/system/operation/message-template/{code}',
    summary: 'A template: its texts in both languages, its variables, and what it says by default',
    access: managesMessages,
    params: code,
    response: Template,
    errors: [NOT_FOUND],
  },
  saveTemplate: {
    method: 'PUT',
    path: '/system/operation/message-template/{code}',
    summary: 'Change the texts for the company. A variable that the type does not have is refused (900001)',
    access: managesCompanyMessages,
    params: code,
    body: BothTexts,
    response: Template,
    errors: [NOT_FOUND],
  },
  resetTemplate: {
    method: 'DELETE',
    path: '/system/operation/message-template/{code}',
    summary: 'Back to the default texts',
    access: managesCompanyMessages,
    params: code,
    response: Template,
    errors: [NOT_FOUND],
  },
  previewTemplate: {
    method: 'POST',
    path: '/system/operation/message-template/{code}/preview',
    summary: 'Preview texts with the examples, or with values of the caller. Saves nothing',
    access: managesMessages,
    params: code,
    body: Body({
      texts: BothTexts,
      values: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 }))),
    }),
    response: Type.Object({ cn: RenderedMessage, en: RenderedMessage }),
    errors: [NOT_FOUND],
  },
  testTemplate: {
    method: 'POST',
    path: '/system/operation/message-template/{code}/test',
    summary: 'Send the saved template with its examples to the caller, by one channel',
    access: managesMessages,
    params: code,
    body: Body({ channel: ChannelName }),
    response: Done,
    errors: [NOT_FOUND, CHANNEL_NOT_SET_UP],
    rate: { max: 20, windowSeconds: 60 },
  },
  announce: {
    method: 'POST',
    path: '/system/operation/announcement',
    summary: 'Send an announcement to the members of organizations',
    access: managesMessages,
    body: Body({
      title: Title(titleLengthMax),
      content: Text(bodyLengthMax),
      /** These organizations and all below them; the company's id stands for all members. */
      organizationIds: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
    }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND],
  },
  deliveries: {
    method: 'GET',
    path: '/system/operation/message-delivery',
    summary: 'Deliveries by external channels, newest first, `from` and `to` included. The count stops at 10,000',
    access: managesCompanyMessages,
    query: PageQuery({
      memberId: Type.Optional(Id),
      type: Type.Optional(TypeCode),
      channel: Type.Optional(OneOf(deliveryChannels)),
      webhookId: Type.Optional(Id),
      state: Type.Optional(OneOf(deliveryStates)),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
    response: Page(Delivery),
    cacheSeconds: 0,
  },
  retryDelivery: {
    method: 'POST',
    path: '/system/operation/message-delivery/{id}/retry',
    summary: 'Retry a failed delivery',
    access: managesCompanyMessages,
    params: id,
    response: Done,
    errors: [NOT_FOUND],
  },
  channelStates: {
    method: 'GET',
    path: '/system/operation/message-channel',
    summary: 'The channels that are set up, and the state of their queues',
    access: managesMessages,
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          channel: OneOf(deliveryChannels),
          available: Type.Boolean(),
          queued: Type.Integer(),
          /** Of the last 24 hours. */
          sent: Type.Integer(),
          failed: Type.Integer(),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  listWebhooks: {
    method: 'GET',
    path: '/system/operation/webhook',
    summary: 'The webhooks of the company',
    access: managesCompanyMessages,
    response: Type.Object({ items: Type.Array(Webhook), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  webhookExample: {
    method: 'GET',
    path: '/system/operation/webhook/example/{kind}',
    summary: 'What a webhook of a kind receives: the headers and the body of an example',
    access: managesCompanyMessages,
    params: Type.Object({ kind: OneOf(webhookKinds) }),
    response: Type.Object({
      headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      body: Type.String(),
    }),
  },
  createWebhook: {
    method: 'POST',
    path: '/system/operation/webhook',
    summary: 'Add a webhook. Only this answer contains the secret of a generic webhook',
    access: managesCompanyMessages,
    body: Body({ kind: OneOf(webhookKinds), ...webhookFields }),
    security: ['url', 'secret'],
    response: Type.Object({ ...Webhook.properties, secret: Nullable(Type.String()) }),
    errors: [...webhookErrors, TOO_MANY_WEBHOOKS],
  },
  changeWebhook: {
    method: 'PUT',
    path: '/system/operation/webhook/{id}',
    summary: 'Change a webhook. A change without address or secret keeps them',
    access: managesCompanyMessages,
    params: id,
    body: Body({ ...webhookFields, url: Type.Optional(webhookFields.url) }),
    security: ['url', 'secret'],
    response: Webhook,
    errors: [NOT_FOUND, ...webhookErrors],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/system/operation/webhook/{id}',
    summary: 'Remove a webhook',
    access: managesCompanyMessages,
    params: id,
    response: Done,
    errors: [NOT_FOUND],
  },
  testWebhook: {
    method: 'POST',
    path: '/system/operation/webhook/{id}/test',
    summary: 'Send a test now, and return the answer of the receiver',
    access: managesCompanyMessages,
    noDryRun: 'outside',
    params: id,
    response: Type.Object({ ok: Type.Boolean(), status: Nullable(Type.Integer()), answer: Type.String() }),
    errors: [NOT_FOUND],
    outside: true,
    rate: { max: 20, windowSeconds: 60 },
  },
} as const
