/** Routes that modules add beside their contracts (resumable uploads, sockets): nobody gets in, nothing breaks. */
import { text } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ServerModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { createWorld, type World } from './fuzz.ts'
import { createRandom } from './random.ts'

interface Route {
  readonly method: string
  readonly url: string
}

const found: Route[] = []

/** The module, with its plugin's routes noted as they are added. */
function noted(module: ServerModule): ServerModule {
  const { plugin } = module
  if (!plugin) return module
  return {
    ...module,
    async plugin(app, outside, db) {
      // The modules share one scope: the calls of those that come after are no routes of this plugin.
      let isRunning = true
      app.addHook('onRoute', ({ method, url }) => {
        if (isRunning) for (const one of [method].flat()) found.push({ method: one, url })
      })
      await plugin(app, outside, db)
      isRunning = false
    },
  }
}

const random = createRandom(7)
const texts = [
  '',
  '0',
  '-1',
  '1e9',
  '999999999999999999',
  'x',
  '1.0.0',
  'bytes=0-',
  'filename AAA=',
  '\u00ff',
  ',,',
  'a'.repeat(9000),
]
const names = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-checksum',
  'content-type',
  'range',
  'x-http-method-override',
]

/** A few headers of such protocols with values of nobody's making. */
function strangeHeaders(): Record<string, string> {
  const chosen = names.filter(() => random.chance(0.4))
  return Object.fromEntries(chosen.map((name) => [name, random.pick(texts)]))
}

stopRecording()
const platform = testPlatform({ modules: serverModules.map(noted) })
let world: World

beforeAll(async () => {
  world = await createWorld(platform)
})

const addressOf = (route: Route, id: string) => route.url.replace(/:\w+(\([^)]*\))?|\*/g, id)
/** A stream of events has no end of its own: what counts is how it begins. */
async function send(route: Route, id: string, headers: Record<string, string>, payload?: string) {
  const answer = await platform.app.inject({
    method: route.method as 'POST',
    url: addressOf(route, id),
    headers,
    payloadAsStream: true,
    ...(payload !== undefined && { payload }),
  })
  const stream = answer.stream()
  const isEndless = answer.headers['content-type']?.toString().startsWith('text/event-stream') === true
  if (!isEndless) return { statusCode: answer.statusCode, body: await text(stream) }
  stream.destroy()
  return { statusCode: answer.statusCode, body: '' }
}

describe('routes beside the contracts', () => {
  it('ask nobody in', async () => {
    expect(found.length).toBeGreaterThan(0)
    for (const route of found.filter(({ method }) => method !== 'OPTIONS')) {
      const answers = [
        await send(route, uuid(), {}),
        await send(route, uuid(), { authorization: `Bearer ${'x'.repeat(43)}` }),
      ]
      expect(
        answers.map((answer) => answer.statusCode),
        `${route.method} ${route.url}`,
      ).toEqual([401, 401])
    }
  })

  it('break under nothing that a member sends', async () => {
    const wrong: string[] = []
    const { token } = world.ours.chief
    const ids = [world.ourIds, world.theirIds].flatMap((known) => [...known.values()].flat())
    for (const route of found) {
      for (let run = 0; run < 30; run++) {
        const id = random.pick([
          random.pick(ids),
          random.pick(ids),
          uuid(),
          '..%2f..%2fetc',
          '%00',
          'x'.repeat(190),
          '-',
          '%ZZ',
        ])
        const headers = { authorization: `Bearer ${token}`, ...strangeHeaders() }
        const payload = random.pick([undefined, '', 'x'.repeat(1000), '{"a":1}'])
        const answer = await send(route, id, headers, route.method === 'HEAD' ? undefined : payload)
        if (answer.statusCode >= 500)
          wrong.push(
            `${answer.statusCode} to ${route.method} ${id} ${JSON.stringify(headers).slice(0, 300)} ${answer.body}`,
          )
      }
    }
    expect(wrong, wrong.slice(0, 3).join('\n')).toEqual([])
  })
})
