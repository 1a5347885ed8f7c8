/** E-mail by SMTP, or onto the console during development. */
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import { type Outside, SendRefused } from '../outside.ts'

const timeoutMs = 15_000

/** The connection is kept between mails. Throws when the server refuses or can't be reached: the job tries again. */
export function createMailer(config: MailConfig, log: (line: string) => void): Outside['sendMail'] {
  if (config.transport === 'console') {
    return async (mail) => log(`e-mail to ${mail.to}: ${mail.subject}\n${mail.text}`)
  }
  if (config.transport === 'off') {
    return async () => {
      throw new Error('no mail server is set up')
    }
  }
  const transport = createTransport(
    {
      url: config.url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    { from: config.from },
  )
  return async (mail) => {
    try {
      await transport.sendMail({
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { ...mail.headers },
        attachments: (mail.attachments ?? []).map(({ name, bytes }) => ({ filename: name, content: bytes })),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      const { responseCode, response } = error as { responseCode?: number; response?: string }
      // 550 and its like are about the receiver or the mail; 5xx of signing in and of sequence are about the server.
      if (responseCode !== undefined && responseCode >= 550 && responseCode <= 559)
        throw new SendRefused(response ?? String(responseCode))
      throw error
    }
  }
}
