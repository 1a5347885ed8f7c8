import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DirectMessage, SendRefused, type WebhookMessage } from '../outside.ts'
import { createDingtalk } from './dingtalk.ts'
import { AddressRefused, createSafePost } from './safe-fetch.ts'
import { cutToBytes, withoutMarkdown } from './texts.ts'
import { createWebhookSender, signDingtalk } from './webhooks.ts'
import { createWecom } from './wecom.ts'

interface Received {
  readonly method: string
  readonly url: URL
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

type Answer = (received: Received) => { status?: number; body?: unknown }

let received: Received[] = []
let answer: Answer
let close: () => void
let origin: string

beforeEach(async () => {
  received = []
  answer = () => ({ body: { errcode: 0, errmsg: 'ok' } })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://provider'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      received.push(call)
      const { status = 200, body = {} } = answer(call)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => close())

const message: DirectMessage = {
  to: 'linzhiyuan',
  title: '新课程：信息安全入门',
  text: '《信息安全入门》<b>已发布</b>。',
  url: 'https://learn.example.com/?m=1#/course/1',
  language: 'cn',
}

/** WeCom as its documentation describes it: a call with a wrong token, field or length is refused. */
function wecom(problem: (call: Received, body: Record<string, unknown>) => object | undefined): Answer {
  let token = 0
  return (call) => {
    if (call.url.pathname === '/cgi-bin/gettoken') {
      const { corpid, corpsecret } = Object.fromEntries(call.url.searchParams)
      if (corpid !== 'ww1' || corpsecret !== 's&1') return { body: { errcode: 40001, errmsg: 'invalid secret' } }
      token += 1
      return { body: { errcode: 0, errmsg: 'ok', access_token: `token-${token}`, expires_in: 7200 } }
    }
    const body = JSON.parse(call.body) as Record<string, unknown>
    const refused = problem(call, body)
    if (refused) return { body: refused }
    const card = body.textcard as { title: string; description: string; url: string } | undefined
    if (body.agentid !== 1000002 || typeof body.touser !== 'string') return { body: { errcode: 40056 } }
    if (card && (Buffer.byteLength(card.title) > 128 || Buffer.byteLength(card.description) > 512))
      return { body: { errcode: 40058, errmsg: 'too long' } }
    return { body: { errcode: 0, errmsg: 'ok', msgid: 'msg-1' } }
  }
}

const wecomSender = () =>
  createWecom({ endpoint: origin, corpId: 'ww1', secret: 's&1', agentId: 1000002, userId: 'name', companyIds: [] })

describe('WeCom', () => {
  it('sends a card with the token of the application, and answers its number', async () => {
    answer = wecom(() => undefined)
    const send = wecomSender()
    expect(await send(message)).toBe('msg-1')
    expect(await send({ ...message, title: '长'.repeat(200), text: '文'.repeat(2000) })).toBe('msg-1')
    expect(received.map((call) => call.url.pathname)).toEqual([
      '/cgi-bin/gettoken',
      '/cgi-bin/message/send',
      '/cgi-bin/message/send',
    ])
    expect(received[1]?.url.searchParams.get('access_token')).toBe('token-1')
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({
      touser: 'linzhiyuan',
      agentid: 1000002,
      msgtype: 'textcard',
      textcard: {
        title: '新课程：信息安全入门',
        description: '《信息安全入门》＜b＞已发布＜/b＞。',
        url: 'https://learn.example.com/?m=1#/course/1',
        btntxt: '查看',
      },
      enable_duplicate_check: 1,
      duplicate_check_interval: 14_400,
    })
  })

  it('sends plain text where nothing is to be opened', async () => {
    answer = wecom(() => undefined)
    const { url: _, ...withoutUrl } = message
    await wecomSender()(withoutUrl)
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ msgtype: 'text' })
  })

  it('takes a fresh token where the old one has ended', async () => {
    answer = wecom((call) =>
      call.url.searchParams.get('access_token') === 'token-1' ? { errcode: 42001, errmsg: 'expired' } : undefined,
    )
    expect(await wecomSender()(message)).toBe('msg-1')
  })

  it('distinguishes permanent refusals from temporary failures', async () => {
    answer = wecom(() => ({ errcode: 81013, errmsg: 'user & party & tag all invalid' }))
    await expect(wecomSender()(message)).rejects.toThrow(SendRefused)
    answer = wecom(() => ({ errcode: 0, errmsg: 'ok', invaliduser: 'linzhiyuan', msgid: 'm' }))
    await expect(wecomSender()(message)).rejects.toThrow('unknown user linzhiyuan')
    answer = wecom(() => ({ errcode: 45009, errmsg: 'api freq out of limit' }))
    const limited = wecomSender()(message)
    await expect(limited).rejects.toThrow('45009 api freq out of limit')
    await expect(limited).rejects.not.toThrow(SendRefused)
    answer = () => ({ status: 502, body: 'bad gateway' })
    await expect(wecomSender()(message)).rejects.toThrow('provider answered 502')
  })
})

describe('DingTalk', () => {
  const sender = () =>
    createDingtalk({
      endpoint: origin,
      appKey: 'key',
      appSecret: 'secret',
      agentId: 77,
      userId: 'name',
      companyIds: [],
    })
  const dingtalk =
    (reply: object): Answer =>
    (call) =>
      call.url.pathname === '/gettoken'
        ? { body: { errcode: 0, access_token: 'ding-token', expires_in: 7200 } }
        : { body: reply }

  it('sends a work notification, whose texts are no Markdown', async () => {
    answer = dingtalk({ errcode: 0, errmsg: 'ok', task_id: 256 })
    const text = '[点我](http://evil.example) @all\n- 一\n<font>'
    expect(await sender()({ ...message, text })).toBe('256')
    expect(Object.fromEntries(received[0]?.url.searchParams ?? [])).toEqual({ appkey: 'key', appsecret: 'secret' })
    expect(received[1]?.url.pathname).toBe('/topapi/message/corpconversation/asyncsend_v2')
    expect(received[1]?.url.searchParams.get('access_token')).toBe('ding-token')
    const body = JSON.parse(received[1]?.body ?? '') as {
      msg: { action_card: { markdown: string; single_url: string } }
    }
    expect(body).toMatchObject({
      agent_id: 77,
      userid_list: 'linzhiyuan',
      msg: { msgtype: 'action_card', action_card: { single_title: '查看', single_url: message.url } },
    })
    expect(body.msg.action_card.markdown).toBe(
      '### 新课程：信息安全入门\n\n\\[点我\\]\\(http://evil.example\\) ＠all  \n\\- 一  \n＜font＞',
    )
  })

  it('fails with the error of the provider', async () => {
    answer = dingtalk({ errcode: 400002, errmsg: 'invalid parameter' })
    await expect(sender()(message)).rejects.toThrow(SendRefused)
    answer = dingtalk({ errcode: 88, errmsg: 'ding talk error' })
    await expect(sender()(message)).rejects.toThrow('88 ding talk error')
    answer = () => ({ body: { errcode: 40089, errmsg: 'wrong secret' } })
    await expect(sender()(message)).rejects.toThrow('no access token: 40089 wrong secret')
  })
})

describe('webhooks', () => {
  const now = Date.UTC(2026, 10, 21, 2, 0)
  const message: WebhookMessage = {
    id: '0198f000-0000-7000-8000-000000000001',
    type: 'course.published',
    title: '新课程：*安全*',
    text: '已发布。\n# 标题',
    url: 'https://learn.example.com/#/course/1',
    language: 'cn',
    recipientCount: 12,
    at: now,
  }
  const sender = () =>
    createWebhookSender({
      post: createSafePost({ allowedHosts: ['127.0.0.1'] }),
      allowedHosts: ['127.0.0.1'],
      wecomEndpoint: origin,
      dingtalkEndpoint: origin,
    })

  it("of a company's own are signed so that a foreign receiver takes them, and refuses what was changed", async () => {
    answer = () => ({ body: { taken: true } })
    const secret = `whsec_${Buffer.from('thirty-two bytes of a known key!').toString('base64')}`
    const current = Date.now()
    await sender()({ kind: 'generic', url: `${origin}/hook?a=1`, secret }, message, current)
    const [call] = received
    const headers = call?.headers as Record<string, string>
    expect(new StandardWebhook(secret).verify(call?.body ?? '', headers)).toEqual({
      type: 'course.published',
      timestamp: '2026-11-21T02:00:00.000Z',
      data: { id: message.id, title: message.title, text: message.text, url: message.url, recipientCount: 12 },
    })
    expect(headers['webhook-id']).toBe(message.id)
    const changed = (call?.body ?? '').replace('12', '13')
    expect(() => new StandardWebhook(secret).verify(changed, headers)).toThrow('No matching signature')
    await sender()({ kind: 'generic', url: `${origin}/hook`, secret }, message, current - 600_000)
    const late = received[1]?.headers as Record<string, string>
    expect(() => new StandardWebhook(secret).verify(received[1]?.body ?? '', late)).toThrow('too old')
  })

  it('to a robot of WeCom hold its Markdown, within its length', async () => {
    const url = `${origin}/cgi-bin/webhook/send?key=robot-key`
    await sender()({ kind: 'wecom-robot', url, secret: null }, { ...message, text: '长'.repeat(3000) }, now)
    const body = JSON.parse(received[0]?.body ?? '') as { markdown: { content: string } }
    expect(body).toMatchObject({ msgtype: 'markdown' })
    expect(body.markdown.content).toContain('### 新课程：\\*安全\\*')
    expect(body.markdown.content).toContain('[查看](https://learn.example.com/#/course/1)')
    expect(Buffer.byteLength(body.markdown.content)).toBeLessThanOrEqual(4096)
  })

  it('to a robot of DingTalk are signed as it asks', async () => {
    answer = ({ url }) => {
      const sign = createHmac('sha256', 'SECabc').update(`${now}\nSECabc`).digest('base64')
      const isRight = url.searchParams.get('sign') === sign && url.searchParams.get('timestamp') === String(now)
      return { body: isRight ? { errcode: 0, errmsg: 'ok' } : { errcode: 310000, errmsg: 'sign not match' } }
    }
    const url = `${origin}/robot/send?access_token=abc`
    await sender()({ kind: 'dingtalk-robot', url, secret: 'SECabc' }, message, now)
    expect(received[0]?.url.searchParams.get('access_token')).toBe('abc')
    await expect(sender()({ kind: 'dingtalk-robot', url, secret: 'SECxyz' }, message, now)).rejects.toThrow(SendRefused)
    expect(signDingtalk('SECabc', now).timestamp).toBe(String(now))
  })

  it('end if the receiver is gone, and are retried if it is only down', async () => {
    const webhook = { kind: 'generic', url: `${origin}/hook`, secret: null } as const
    answer = () => ({ status: 410 })
    await expect(sender()(webhook, message, now)).rejects.toThrow(SendRefused)
    answer = () => ({ status: 503, body: { wait: true } })
    await expect(sender()(webhook, message, now)).rejects.toThrow('503 {"wait":true}')
    answer = () => ({ status: 301 })
    await expect(sender()(webhook, message, now)).rejects.toThrow('301')
    const robot = { kind: 'wecom-robot', url: `${origin}/cgi-bin/webhook/send?key=k`, secret: null } as const
    answer = () => ({ body: { errcode: 45009, errmsg: 'freq' } })
    await expect(sender()(robot, message, now)).rejects.toThrow('45009')
  })

  it('go only where robots are', async () => {
    const urls = [
      `${origin}/cgi-bin/webhook/send`,
      `${origin}/other?key=k`,
      'http://127.0.0.1:1/cgi-bin/webhook/send?key=k',
    ]
    for (const url of urls)
      await expect(sender()({ kind: 'wecom-robot', url, secret: null }, message, now)).rejects.toThrow(AddressRefused)
    expect(received).toEqual([])
  })
})

describe('texts', () => {
  it('are cut by bytes and never within a character', () => {
    expect(cutToBytes('学习', 6)).toBe('学习')
    expect(cutToBytes('学习平台', 9)).toBe('学习…')
    expect(cutToBytes('🎓🎓', 7)).toBe('🎓…')
  })

  it('have no Markdown of their own', () => {
    expect(withoutMarkdown('1. a_b `c` ~d~ | ![x](y) @b')).toBe('1\\. a\\_b \\`c\\` \\~d\\~ \\| \\!\\[x\\]\\(y\\) ＠b')
  })
})
