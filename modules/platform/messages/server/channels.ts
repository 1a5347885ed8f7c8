/** The channels that are set up. A member chooses among these; no delivery is queued for another channel. */
import { servesCompany } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Channel, channels } from '../contract/shapes.ts'

export type OuterChannel = Exclude<Channel, 'site'>

function isAvailable(channel: Channel, config: Config): boolean {
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

/**
 * The channels of a company. WeCom and DingTalk know their users by names or numbers that are unique within a company: to
 * members of another one their application would send what is meant for somebody else.
 */
export async function channelsOf(
  connection: Connection,
  companyId: string,
  config: Config,
): Promise<ReadonlySet<Channel>> {
  const available = new Set(channels.filter((channel) => isAvailable(channel, config)))
  for (const channel of ['wecom', 'dingtalk'] as const) {
    const application = config[channel]
    if (application && !(await servesCompany(connection, application.companyIds, companyId))) available.delete(channel)
  }
  return available
}
