/** The real outside world, by the settings. */
import type { Config } from '../config.ts'
import { type Outside, systemClock } from '../outside.ts'
import { createStore } from '../storage/create.ts'

export function createOutside(config: Config): Outside {
  return {
    config,
    clock: systemClock,
    storage: createStore(config.files),
    sendMail: async (mail) => console.log(`mail to ${mail.to}: ${mail.subject}\n${mail.text}`),
    sendSms: async (sms) => console.log(`SMS to ${sms.phone}: ${JSON.stringify(sms.parameters)}`),
  }
}
