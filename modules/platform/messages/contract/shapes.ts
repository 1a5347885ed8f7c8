/** Shapes and codes that several of the module's entries share. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Body, OneOf, Title } from '#kit/schema.ts'

/** No provider is set up for the channel. */
export const CHANNEL_NOT_SET_UP = errorCode(900201)
/** The address of a webhook is inside the platform's own network, or does not belong to its provider. */
export const WEBHOOK_ADDRESS_REFUSED = errorCode(900202)
/** The type is mandatory. */
export const TYPE_IS_MANDATORY = errorCode(900203)
export const TOO_MANY_WEBHOOKS = errorCode(900204)

/** `site` is the notification centre. Robots and webhooks belong to the company and are not channels of a member. */
export const channels = ['site', 'mail', 'sms', 'wecom', 'dingtalk'] as const
export type Channel = (typeof channels)[number]
export const ChannelName = OneOf(channels)

/** A type of message: `approval.waiting`. */
export const TypeCode = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z][a-zA-Z0-9.-]*$' })

export const LanguageName = OneOf(['cn', 'en'] as const)

/** A name in both languages; a screen shows it in the reader's language. */
export const BilingualName = Type.Object({ cn: Type.String(), en: Type.String() })
export type BilingualName = Static<typeof BilingualName>

export const titleLengthMax = 200
export const bodyLengthMax = 2000

/** Title and body of a template or a message. */
export const TemplateText = Body({
  title: Title(titleLengthMax),
  body: Type.String({ minLength: 1, maxLength: bodyLengthMax, pattern: '\\S' }),
})
export type TemplateText = Static<typeof TemplateText>

/** External channels: the channels of members except `site`, and the company's webhooks. */
export const deliveryChannels = ['mail', 'sms', 'wecom', 'dingtalk', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const deliveryStates = ['queued', 'sending', 'sent', 'failed', 'suppressed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a message was not sent. `preference` and `unsubscribed`: the member chose so. `read`: the member read it before
 * the digest was sent. `no-address` and `disabled`: the member cannot receive it. `channel-off`: the platform or the
 * webhook has switched the channel off. `expired`: it became too old. `provider` and `unreachable`: the provider
 * refused it or did not answer.
 */
export const deliveryReasons = [
  'preference',
  'unsubscribed',
  'read',
  'no-address',
  'disabled',
  'channel-off',
  'expired',
  'provider',
  'unreachable',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]
