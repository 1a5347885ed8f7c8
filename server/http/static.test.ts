import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSecurityHeaders, headersOfPages } from './security.ts'
import { addStaticFiles } from './static.ts'

const script = 'export const greeting = "你好";\n'.repeat(100)
let directory: string
let app: FastifyInstance

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'shuyuan-web-'))
  mkdirSync(join(directory, 'avatars'))
  mkdirSync(join(directory, '.vite'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html>')
  writeFileSync(join(directory, 'index-Bx3_k9Qa.js'), script)
  writeFileSync(join(directory, 'index-Bx3_k9Qa.js.br'), brotliCompressSync(script))
  writeFileSync(join(directory, 'index-Bx3_k9Qa.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'avatars/0-1.png'), 'a picture')
  writeFileSync(join(directory, '.vite/manifest.json'), '{}')
  for (const name of ['build.json', 'sw.js', 'offline.html', 'offline.js']) writeFileSync(join(directory, name), name)
  app = Fastify()
  addSecurityHeaders(app, { publicUrl: 'http://localhost:3000', packages: {} } as never)
  await addStaticFiles(app, directory)
})

afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

it('answers the page at / and /vue/, to be asked for each time', async () => {
  for (const url of ['/', '/vue', '/vue/', '/?from=mail']) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.body, answer.headers['cache-control']], url).toEqual([
      200,
      '<!doctype html>',
      'no-cache',
    ])
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

it('answers scripts compressed as the browser takes them, to be kept for ever', async () => {
  const ask = (accepted: string) =>
    app.inject({ url: '/vue/index-Bx3_k9Qa.js', headers: { 'accept-encoding': accepted } })
  const answers = await Promise.all([ask('gzip, deflate, br'), ask('gzip'), ask('identity')])
  expect(answers.map((answer) => answer.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(answers[0]?.rawPayload.length).toBeLessThan(200)
  expect(answers[2]?.body).toBe(script)
  for (const answer of answers) {
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers.vary).toBe('Accept-Encoding')
  }
})

it('leaves out of scripts what only concerns pages, and keeps what they may do', async () => {
  const [page, sent] = await Promise.all([app.inject('/vue/'), app.inject('/vue/index-Bx3_k9Qa.js')])
  for (const name of headersOfPages) expect([name in page.headers, name in sent.headers], name).toEqual([true, false])
  for (const name of ['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options'])
    expect(sent.headers[name], name).toBe(page.headers[name])
  expect(sent.headers['content-security-policy']).toContain("default-src 'self'")
})

it('answers pictures with a name of their own, to be kept for a day', async () => {
  const answer = await app.inject('/vue/avatars/0-1.png')
  expect([answer.body, answer.headers['cache-control']]).toEqual(['a picture', 'public, max-age=86400'])
})

it('answers what tells of a newer build again each time; the worker may answer at / too', async () => {
  for (const name of ['build.json', 'sw.js', 'offline.html', 'offline.js']) {
    const answer = await app.inject(`/vue/${name}`)
    expect([answer.body, answer.headers['cache-control']], name).toEqual([name, 'no-cache'])
    expect(answer.headers['service-worker-allowed'], name).toBe(name === 'sw.js' ? '/' : undefined)
  }
})

it('has nothing beside the client', async () => {
  const urls = ['/vue/.vite/manifest.json', '/vue/../package.json', '/vue/..%2f..%2fetc/passwd', '/vue/x.js']
  for (const url of urls) expect((await app.inject(url)).statusCode, url).toBe(404)
})

it('serves nothing where no client has been built', async () => {
  const bare = Fastify()
  await addStaticFiles(bare, join(directory, 'avatars'))
  expect((await bare.inject('/')).statusCode).toBe(404)
})
