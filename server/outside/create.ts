/** The real outside world, by the settings. */
import type { Config } from '../config.ts'
import { type Outside, systemClock } from '../outside.ts'
import type { Realtime } from '../realtime/hub.ts'
import { createStore } from '../storage/create.ts'
import { createDingtalk } from './dingtalk.ts'
import { createFaces } from './faces.ts'
import { createMailer } from './mail.ts'
import { createSafePost } from './safe-fetch.ts'
import { createSms } from './sms.ts'
import { assertWebhookUrl, createWebhookSender } from './webhooks.ts'
import { createWecom } from './wecom.ts'

/** `log` shows what would be sent, where no provider is set up during development. */
export function createOutside(
  config: Config,
  realtime: Realtime,
  log: (line: string) => void = (line) => console.log(line),
): Outside {
  return {
    ...createMessengers(config),
    ...createFaces(config.faces),
    config,
    clock: systemClock,
    realtime,
    storage: createStore(config.files),
    sendMail: createMailer(config.mail, log),
    sendSms: createSms(config.sms, log),
  }
}

/** WeCom, DingTalk and webhooks. */
export function createMessengers(
  config: Config,
): Pick<Outside, 'sendWecom' | 'sendDingtalk' | 'sendWebhook' | 'assertWebhookUrl'> {
  const webhooks = {
    post: createSafePost({ allowedHosts: config.webhookAllowedHosts }),
    allowedHosts: config.webhookAllowedHosts,
    wecomEndpoint: config.wecomEndpoint,
    dingtalkEndpoint: config.dingtalkEndpoint,
  }
  return {
    ...(config.wecom && { sendWecom: createWecom(config.wecom) }),
    ...(config.dingtalk && { sendDingtalk: createDingtalk(config.dingtalk) }),
    sendWebhook: createWebhookSender(webhooks),
    assertWebhookUrl: (kind, url) => assertWebhookUrl(kind, url, webhooks),
  }
}
