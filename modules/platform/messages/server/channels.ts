/** The channels that are set up. A member chooses among these; no delivery is queued for another channel. */
import type { Config } from '#server/config.ts'
import type { Channel } from '../contract/shapes.ts'

export type OuterChannel = Exclude<Channel, 'site'>
const outerChannels: readonly OuterChannel[] = ['mail', 'sms', 'wecom', 'dingtalk']

export function isAvailable(channel: Channel, config: Config): boolean {
  switch (channel) {
    case 'site':
      return true
    case 'mail':
      return config.mail.transport !== 'off'
    case 'sms':
      return config.sms.provider === 'aliyun'
        ? config.sms.notificationTemplateCode !== null
        : config.sms.provider === 'console'
    case 'wecom':
      return config.wecom !== null
    case 'dingtalk':
      return config.dingtalk !== null
  }
}

export function availableChannels(config: Config): OuterChannel[] {
  return outerChannels.filter((channel) => isAvailable(channel, config))
}
