import type { lookup as lookUp } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { AddressRefused, createSafePost, isPublicAddress } from './safe-fetch.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A resolver that answers the lists of addresses one after the other, as a rebinding name server does. */
function resolver(...answers: string[][]) {
  const asked: string[] = []
  const resolve = ((host: string, _options: object, done: (error: null, addresses: object[]) => void) => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookUp
  return { asked, resolve }
}

const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"a":"学"}' })
const refusedBy = (url: string, settings: Partial<Parameters<typeof createSafePost>[0]> = {}) =>
  createSafePost({ allowedHosts: [], ...settings })(request(url)).then(
    () => 'called',
    (error: Error) => (error instanceof AddressRefused ? 'refused' : error.message),
  )

describe('an address from a form', () => {
  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
  ])('is refused if it is %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])('is allowed if it is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.1:8080/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]:5432/',
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://localhost:8080/',
    'http://localhost./',
    'http://api.localhost/',
    'http://user:password@example.com/',
    'https://example.com:22/',
    'http://example.com:25/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'no address',
  ])('is refused before anything is sent: %s', async (url) => {
    // What is no number is still resolved: here to this machine, as the system would.
    expect(await refusedBy(url, { resolve: resolver(['127.0.0.1']).resolve })).toBe('refused')
  })

  it('is refused if its name resolves to an internal address, even as one of several', async () => {
    for (const addresses of [['10.0.0.5'], ['8.8.8.8', '192.168.0.7'], ['fd00::5'], ['::ffff:10.0.0.5'], []]) {
      const { resolve } = resolver(addresses)
      expect(await refusedBy('https://hooks.example.com/', { resolve })).toBe('refused')
    }
  })

  it('is resolved once: a name that answers otherwise a moment later changes nothing', async () => {
    let called = 0
    const port = await serve((_, response) => {
      called += 1
      response.end()
    })
    const rebinding = resolver(['203.0.113.0', '8.8.8.8'], ['127.0.0.1'])
    expect(await refusedBy(`http://rebind.example.com:${port}/`, { resolve: rebinding.resolve })).toBe('refused')
    expect(rebinding.asked).toEqual(['rebind.example.com'])
    expect(called).toBe(0)
  })
})

describe('a request', () => {
  it('reaches a host of the inner network that the operator allows, with its body and headers', async () => {
    const received: { body: string; type: string | undefined; host: string | undefined }[] = []
    const port = await serve((incoming, response) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const { host, 'content-type': type } = incoming.headers
        received.push({ body: Buffer.concat(chunks).toString(), type, host })
        response.writeHead(202).end('taken')
      })
    })
    const post = createSafePost({ allowedHosts: [`127.0.0.1:${port}`] })
    expect(await post(request(`http://127.0.0.1:${port}/hook`))).toEqual({ status: 202, text: 'taken' })
    expect(received).toEqual([{ body: '{"a":"学"}', type: 'application/json', host: `127.0.0.1:${port}` }])
    expect(await refusedBy(`http://127.0.0.1:${port + 1}/`, { allowedHosts: [`127.0.0.1:${port}`] })).toBe('refused')
  })

  it('follows no redirect', async () => {
    let called = 0
    const port = await serve((incoming, response) => {
      called += 1
      if (incoming.url === '/inside') return response.end('secret')
      response.writeHead(307, { location: '/inside' }).end()
    })
    const post = createSafePost({ allowedHosts: ['127.0.0.1'] })
    expect(await post(request(`http://127.0.0.1:${port}/`))).toEqual({ status: 307, text: '' })
    expect(called).toBe(1)
  })

  it('reads only the beginning of an answer that does not end', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(64 * 1024)));
        response.once('drain', more)
      }
      more()
    })
    const post = createSafePost({ allowedHosts: ['127.0.0.1'] })
    const answer = await post(request(`http://127.0.0.1:${port}/`))
    expect(answer.text).toHaveLength(16_384)
  })

  it('fails without a listening server', async () => {
    const port = await serve((_, response) => response.end())
    for (const close of closers.splice(0)) close()
    expect(await refusedBy(`http://127.0.0.1:${port}/`, { allowedHosts: ['127.0.0.1'] })).toMatch(/ECONNREFUSED/)
  })
})
