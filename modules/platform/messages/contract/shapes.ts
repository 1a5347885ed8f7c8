/** Shapes and codes that several of the module's entries share. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Body, OneOf } from '#kit/schema.ts'

/** No provider is set up for the channel. */
export const CHANNEL_NOT_SET_UP = errorCode(900201)
/** The address of a webhook leads into the platform's own network, or is none of its provider's. */
export const WEBHOOK_ADDRESS_REFUSED = errorCode(900202)
/** The type is one that nobody may switch off. */
export const TYPE_IS_MANDATORY = errorCode(900203)
export const TOO_MANY_WEBHOOKS = errorCode(900204)

/** `site` is the notification centre. Robots and webhooks of the company are no channels of a member. */
export const channels = ['site', 'mail', 'sms', 'wecom', 'dingtalk'] as const
export type Channel = (typeof channels)[number]
export const ChannelName = OneOf(channels)

/** A type of message: `approval.waiting`. */
export const TypeCode = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z][a-zA-Z0-9.-]*$' })

export const LanguageName = OneOf(['cn', 'en'] as const)

/** A name in both languages; a screen shows the one of its reader. */
export const BilingualName = Type.Object({ cn: Type.String(), en: Type.String() })
export type BilingualName = Static<typeof BilingualName>

export const titleLengthMax = 200
export const bodyLengthMax = 2000

/** Title and body of a template or a message. */
export const TemplateText = Body({
  title: Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: '\\S' }),
  body: Type.String({ minLength: 1, maxLength: bodyLengthMax, pattern: '\\S' }),
})
export type TemplateText = Static<typeof TemplateText>

/** By which something goes out: the channels of members but `site`, and the company's webhooks. */
export const deliveryChannels = ['mail', 'sms', 'wecom', 'dingtalk', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const deliveryStates = ['queued', 'sending', 'sent', 'failed', 'suppressed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why something was not sent: `preference` and `unsubscribed` are the member's own choice; `read`: it was read before its
 * digest left; `no-address` and `disabled` are the member's state, `channel-off` the platform's or the webhook's;
 * `expired`: too old when it could have been sent; `provider` and `unreachable` came from outside.
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
