import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { SendRefused } from '../outside.ts'
import { createAliyunSms, signAliyun } from './aliyun-sms.ts'
import { createMailer } from './mail.ts'
import { createSms } from './sms.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

describe('e-mail', () => {
  it('reaches an SMTP server with sender, receiver, subject and text', async () => {
    const received: { from: string; to: string[]; body: string }[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
          const to = session.envelope.rcptTo.map((receiver) => receiver.address)
          received.push({ from, to, body: Buffer.concat(chunks).toString('utf8') })
          done()
        })
      },
    })
    server.listen(8130, '127.0.0.1')
    await once(server.server, 'listening')
    closers.push(() => server.close())
    const config = { transport: 'smtp', url: 'smtp://127.0.0.1:8130', from: '书院 <no-reply@yunfan.example>' } as const
    const send = createMailer(config, () => {})
    await send({ to: 'lin@yunfan.example', subject: 'Code 123456', text: 'Your code is 123456.' })
    expect(received).toMatchObject([{ from: 'no-reply@yunfan.example', to: ['lin@yunfan.example'] }])
    expect(received[0]?.body).toContain('Subject: Code 123456')
    expect(received[0]?.body).toContain('Your code is 123456.')
  })

  it('has a stable id and the headers for unsubscribing; an unknown receiver ends it', async () => {
    const bodies: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('nobody')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        if (address.startsWith('later')) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        done()
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          bodies.push(Buffer.concat(chunks).toString('utf8'))
          done()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    closers.push(() => server.close())
    const { port } = server.server.address() as AddressInfo
    const send = createMailer({ transport: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'a@b.example' }, () => {})
    const mail = {
      to: 'lin@yunfan.example',
      subject: '新课程\r\nBcc: all@yunfan.example',
      text: '正文',
      html: '<p>正文</p>',
      messageId: '<1@learn.example>',
      headers: {
        'List-Unsubscribe': '<https://learn.example/u/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
    await send(mail)
    expect(bodies[0]).toContain('Message-ID: <1@learn.example>')
    expect(bodies[0]).toContain('List-Unsubscribe: <https://learn.example/u/1>')
    expect(bodies[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(bodies[0]).not.toMatch(/^Bcc:/m)
    await expect(send({ ...mail, to: 'nobody@yunfan.example' })).rejects.toThrow(SendRefused)
    const later = send({ ...mail, to: 'later@yunfan.example' })
    await expect(later).rejects.toThrow('try later')
    await expect(later).rejects.not.toThrow(SendRefused)
  })

  it('fails where the server cannot be reached, so that the job tries again', async () => {
    const send = createMailer({ transport: 'smtp', url: 'smtp://127.0.0.1:8131', from: 'a@b.example' }, () => {})
    await expect(send({ to: 'c@d.example', subject: 's', text: 't' })).rejects.toThrow(/ECONNREFUSED/)
  })

  it('is shown during development, and refused where it is switched off', async () => {
    const lines: string[] = []
    await createMailer({ transport: 'console', from: 'a@b.example' }, (line) => lines.push(line))({
      to: 'c@d.example',
      subject: 'Subject',
      text: 'Text',
    })
    expect(lines).toEqual(['e-mail to c@d.example: Subject\nText'])
    const off = createMailer({ transport: 'off' }, () => {})
    await expect(off({ to: 'c@d.example', subject: 's', text: 't' })).rejects.toThrow('no mail server')
  })
})

describe('SMS', () => {
  it("signs as the provider's documentation shows", () => {
    const { headers } = signAliyun(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
        date: '2023-10-26T10:22:32Z',
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
      { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
    )
    expect(headers.authorization).toContain(
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  async function provider(answer: { status: number; body: object }) {
    const calls: { url: URL; headers: Record<string, unknown> }[] = []
    const server = createServer((request, response) => {
      calls.push({ url: new URL(request.url ?? '/', 'http://provider'), headers: request.headers })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const send = createAliyunSms({
      provider: 'aliyun',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'key',
      accessKeySecret: 'secret',
      signName: '书院',
      templateCode: 'SMS_1',
      notificationTemplateCode: 'SMS_2',
    })
    return { send, calls }
  }
  const sms = { phone: '+8613900000001', template: 'verification-code', parameters: { code: '1234' } } as const

  it('sends the code by the template', async () => {
    const { send, calls } = await provider({ status: 200, body: { Code: 'OK' } })
    await send(sms)
    expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({
      PhoneNumbers: '13900000001',
      SignName: '书院',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"1234"}',
    })
    expect(calls[0]?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(calls[0]?.headers.authorization).toMatch(/^ACS3-HMAC-SHA256 Credential=key,SignedHeaders=host;/)
  })

  it('sends other messages by a template of their own, and none where there is none', async () => {
    const { send, calls } = await provider({ status: 200, body: { Code: 'OK' } })
    await send({ ...sms, template: 'notification', parameters: { title: '新课程' } })
    expect(calls[0]?.url.searchParams.get('TemplateCode')).toBe('SMS_2')
    const illegal = await provider({ status: 200, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } })
    await expect(illegal.send(sms)).rejects.toThrow(SendRefused)
  })

  it('fails with the error of the provider', async () => {
    const { send } = await provider({ status: 400, body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'too many' } })
    await expect(send(sms)).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL too many')
  })

  it('is shown during development, and refused where it is switched off', async () => {
    const lines: string[] = []
    await createSms({ provider: 'console' }, (line) => lines.push(line))(sms)
    expect(lines).toEqual(['SMS to +8613900000001: {"code":"1234"}'])
    await expect(createSms({ provider: 'off' }, () => {})(sms)).rejects.toThrow('no SMS provider')
  })
})
