import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { FaceUnusable } from '../outside.ts'
import { createFaces, signTencent } from './faces.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const keys = { secretId: 'AKIDexample', secretKey: 'hush' }

/** A server in place of Tencent Cloud that believes a call only if it is signed as the maker describes. */
async function tencent(answer: (body: Record<string, unknown>) => object) {
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const payload = Buffer.concat(await request.toArray()).toString('utf8')
    const { host = '', authorization, ...headers } = request.headers
    const seconds = String(headers['x-tc-timestamp'])
    const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
    const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${host}\nx-tc-action:compareface\n\ncontent-type;host;x-tc-action\n${hash(payload)}`
    const toSign = `TC3-HMAC-SHA256\n${seconds}\n${date}/iai/tc3_request\n${hash(canonical)}`
    const steps = [date, 'iai', 'tc3_request', toSign]
    const signature = steps.reduce<Buffer>(
      (key, text) => createHmac('sha256', key).update(text).digest(),
      Buffer.from(`TC3${keys.secretKey}`),
    )
    const expected = `TC3-HMAC-SHA256 Credential=AKIDexample/${date}/iai/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${signature.toString('hex')}`
    const isSigned =
      authorization === expected && headers['x-tc-version'] === '2020-03-03' && headers['x-tc-action'] === 'CompareFace'
    const body = isSigned
      ? answer(JSON.parse(payload))
      : { Error: { Code: 'AuthFailure.SignatureFailure', Message: '' } }
    response.end(JSON.stringify({ Response: body }))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { compareFaces } = createFaces({ provider: 'tencent', endpoint, ...keys, scoreMin: 60 })
  if (!compareFaces) throw new Error('a service is set up')
  return compareFaces
}

it('asks Tencent Cloud with a signature, and takes its score from the minimum on', async () => {
  const bodies: Record<string, unknown>[] = []
  let score = 60
  const compare = await tencent((body) => {
    bodies.push(body)
    return { Score: score, FaceModelVersion: '3.0', RequestId: 'r' }
  })
  expect(await compare(Buffer.from('one'), Buffer.from('two'))).toEqual({ score: 60, isSame: true })
  expect(bodies[0]).toMatchObject({ ImageA: 'b25l', ImageB: 'dHdv', FaceModelVersion: '3.0' })
  score = 59.9
  expect(await compare(Buffer.from('one'), Buffer.from('two'))).toEqual({ score: 59.9, isSame: false })
})

it('tells a picture without a face from a service that does not answer', async () => {
  let code = 'InvalidParameterValue.NoFaceInPhoto'
  const compare = await tencent(() => ({ Error: { Code: code, Message: 'x' } }))
  const asked = () => compare(Buffer.from('one'), Buffer.from('two'))
  await expect(asked()).rejects.toThrow(FaceUnusable)
  for (code of ['RequestLimitExceeded', 'InternalError', 'FailedOperation.ServerError', 'ResourceUnavailable.NotExist'])
    await expect(asked()).rejects.not.toThrow(FaceUnusable)
})

it('signs the same call in the same way, and another one otherwise', () => {
  const sign = (payload: string, seconds: number) =>
    signTencent({ host: 'iai.tencentcloudapi.com', payload, seconds }, keys).authorization
  expect(sign('{}', 1_551_113_065)).toBe(sign('{}', 1_551_113_065))
  expect(sign('{}', 1_551_113_065)).toContain('Credential=AKIDexample/2019-02-25/iai/tc3_request')
  expect(sign('{}', 1_551_113_066)).not.toBe(sign('{}', 1_551_113_065))
  expect(sign('{ }', 1_551_113_065)).not.toBe(sign('{}', 1_551_113_065))
})

it('compares whole pictures where the test service is set up, and none where it is off', async () => {
  const { compareFaces } = createFaces({ provider: 'test' })
  if (!compareFaces) throw new Error('a service is set up')
  const drawn = (left: string, right: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: left } })
      .composite([{ input: { create: { width: 32, height: 64, channels: 3, background: right } }, left: 32, top: 0 }])
      .jpeg()
      .toBuffer()
  const [one, other, blank] = [await drawn('#000', '#fff'), await drawn('#fff', '#000'), await drawn('#777', '#777')]
  expect(await compareFaces(one, one)).toMatchObject({ isSame: true })
  expect(await compareFaces(one, other)).toMatchObject({ isSame: false })
  await expect(compareFaces(one, blank)).rejects.toThrow(FaceUnusable)
  expect(createFaces({ provider: 'off' })).toEqual({})
})
