/** The real outside world, by the settings. */
import type { Config } from '../config.ts'
import { type Outside, systemClock } from '../outside.ts'
import type { Realtime } from '../realtime/hub.ts'
import { createStore } from '../storage/create.ts'
import { createMailer } from './mail.ts'
import { createSms } from './sms.ts'

/** `log` shows what would be sent, where no provider is set up during development. */
export function createOutside(
  config: Config,
  realtime: Realtime,
  log: (line: string) => void = (line) => console.log(line),
): Outside {
  return {
    config,
    clock: systemClock,
    realtime,
    storage: createStore(config.files),
    sendMail: createMailer(config.mail, log),
    sendSms: createSms(config.sms, log),
  }
}
