/** The providers of mail and text messages. */
import { createTransport } from 'nodemailer'
import type { HealthAnswer, HealthCheck } from './checks.ts'

const timeoutMs = 4000

/** The server of an SMTP address, without the account. */
function serverOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}${port && `:${port}`}`
}

/** Signs in to the mail server without sending anything. */
async function signIn(url: string): Promise<void> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export const mailCheck: HealthCheck = {
  name: 'mail',
  label: { cn: '邮件', en: 'Email' },
  order: 60,
  async check({ config }): Promise<HealthAnswer> {
    const { mail } = config
    if (mail.transport === 'off') {
      return {
        state: 'off',
        facts: {},
        advice: {
          cn: '未配置邮件服务，验证码与通知邮件不会发出。请设置 SMTP_URL 与 SMTP_FROM。',
          en: 'No mail server is set up, so verification codes and notices are not sent by email. Set SMTP_URL and SMTP_FROM.',
        },
      }
    }
    if (mail.transport === 'console') {
      return {
        state: 'warning',
        facts: { from: mail.from },
        advice: {
          cn: '邮件只打印在服务器控制台，适合开发环境。正式使用请设置 SMTP_URL 与 SMTP_FROM。',
          en: "Emails are only printed on the server's console. Set SMTP_URL and SMTP_FROM to send them.",
        },
      }
    }
    const facts = { server: serverOf(mail.url), from: mail.from }
    try {
      await signIn(mail.url)
      return { state: 'ok', facts }
    } catch (error) {
      return {
        state: 'down',
        facts: { ...facts, error: error instanceof Error ? error.message.slice(0, 200) : String(error) },
        advice: {
          cn: '无法登录邮件服务器。请检查 SMTP_URL 中的地址、端口、账号与密码，以及防火墙。',
          en: 'The sign-in to the mail server failed. Check address, port, account and password in SMTP_URL, and the firewall.',
        },
      }
    }
  },
}

export const smsCheck: HealthCheck = {
  name: 'sms',
  label: { cn: '短信', en: 'Text messages' },
  order: 70,
  async check({ config }): Promise<HealthAnswer> {
    const { sms } = config
    if (sms.provider === 'aliyun') return { state: 'ok', facts: { provider: 'aliyun', server: sms.endpoint } }
    if (sms.provider === 'console') {
      return {
        state: 'warning',
        facts: {},
        advice: {
          cn: '短信只打印在服务器控制台，适合开发环境。正式使用请设置 SMS_PROVIDER=aliyun 及其密钥。',
          en: "Text messages are only printed on the server's console. Set SMS_PROVIDER=aliyun and its keys to send them.",
        },
      }
    }
    return {
      state: 'off',
      facts: {},
      advice: {
        cn: '未配置短信服务，不能用短信登录。请设置 SMS_PROVIDER=aliyun 及其密钥。',
        en: 'No SMS provider is set up, so members cannot sign in by SMS. Set SMS_PROVIDER=aliyun and its keys.',
      },
    }
  },
}
