/** Text messages by a provider, or onto the console during development. */
import type { SmsConfig } from '../config.ts'
import type { Outside } from '../outside.ts'
import { createAliyunSms } from './aliyun-sms.ts'

export function createSms(config: SmsConfig, log: (line: string) => void): Outside['sendSms'] {
  switch (config.provider) {
    case 'aliyun':
      return createAliyunSms(config)
    case 'console':
      return async (sms) => log(`SMS to ${sms.phone}: ${JSON.stringify(sms.parameters)}`)
    case 'off':
      return async () => {
        throw new Error('no SMS provider is set up')
      }
  }
}
